/** A call that has no answer after so many milliseconds is blocked. */
export const blockedAfterMs = 150;

/** Random schedules of each family in the long check. */
export const longSchedules = 600;
