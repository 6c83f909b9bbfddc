/** Time of day so many minutes after another one, as `HH:MM`; before it, for a negative number. */
export function timeAfter(time: string, minutes: number): string {
  const [hour = 0, minute = 0] = time.split(":").map(Number);
  const day = 24 * 60;
  const total = (((hour * 60 + minute + minutes) % day) + day) % day;
  return [Math.floor(total / 60), total % 60].map((part) => String(part).padStart(2, "0")).join(":");
}
