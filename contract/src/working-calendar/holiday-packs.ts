/** Sets of holidays that an office or an agency keeps. */
export const holidayPacks = ['us-federal', 'texas'] as const
export type HolidayPack = (typeof holidayPacks)[number]
