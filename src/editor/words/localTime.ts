/** Writes times in the time zone of this computer, in a form that a person can also type. */

/** Returns a time such as "2026-11-24 09:30", in local time. */
export function localText(time: number): string {
  const date = new Date(time);
  const [month, day, hours, minutes] = [date.getMonth() + 1, date.getDate(), date.getHours(), date.getMinutes()].map((number) =>
    String(number).padStart(2, '0'),
  );
  return `${date.getFullYear()}-${month}-${day} ${hours}:${minutes}`;
}

/** Returns a day such as "2026-11-24", in local time. */
export const localDay = (time: number): string => localText(time).slice(0, 10);
