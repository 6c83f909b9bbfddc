/** The bundler turns a font file into the address that it serves it from. */
declare module "*.woff2" {
  const address: string;
  export default address;
}
