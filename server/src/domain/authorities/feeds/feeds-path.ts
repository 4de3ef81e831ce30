/** The page of the feeds in the settings. */
export const feedsPath = '/settings/agency-feeds'
