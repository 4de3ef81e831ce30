import { existsSync } from 'node:fs'

const usualPlaces = [
  '/usr/bin/chromium',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

/** Path of a Chromium on this machine: CHROME_PATH, or a usual place; null when there is none. */
export function findBrowser(): string | null {
  const named = process.env['CHROME_PATH'] ?? ''
  const places = named === '' ? usualPlaces : [named]
  return places.find((path) => existsSync(path)) ?? null
}
