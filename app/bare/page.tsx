/**
 * The floor of the page weight measurement: what the framework itself sends for a page without style, without a
 * client component and without content. Every other page is compared with this one.
 */
export default function BarePage() {
  return <p>bare</p>;
}
