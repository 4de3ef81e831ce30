import { t } from './texts.ts'

type Known = readonly (readonly [RegExp, string])[]

/** More telling ones first: Edge and Opera call themselves Chrome too, Chrome calls itself Safari. */
const browsers: Known = [
  [/Edg(?:A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]
const systems: Known = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Mac OS X|Macintosh/, 'Mac'],
  [/Windows/, 'Windows'],
  [/CrOS/, 'ChromeOS'],
  [/Linux|X11/, 'Linux'],
]

const nameIn = (known: Known, userAgent: string) => known.find(([pattern]) => pattern.test(userAgent))?.[1]

/** A browser as its owner would name it, such as `Chrome on Windows`; null where the text tells neither. */
export function deviceName(userAgent: string | null): string | null {
  const [browser, system] = [nameIn(browsers, userAgent ?? ''), nameIn(systems, userAgent ?? '')]
  if (browser !== undefined && system !== undefined) return t('browserOn', { browser, system })
  return browser ?? system ?? null
}
