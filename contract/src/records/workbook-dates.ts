const dayMs = 86_400_000
/** Day 0 of a workbook's calendar. */
const epochMs = Date.UTC(1899, 11, 30)

/** Does a number format mean a date? The built-in ones by their number, custom ones by speaking of days, years, hours or seconds. */
export function isDateFormat(id: number, code?: string): boolean {
  if ((id >= 14 && id <= 22) || (id >= 45 && id <= 47)) return true
  return code !== undefined && /[dyhs]/i.test(code.replaceAll(/"[^"]*"|\[[^\]]*\]|\\./g, ''))
}

/** A day number of a workbook's calendar as ISO text, with the time where there is one; what is no such number stays as it is. */
export function workbookDate(value: string): string {
  const at = Number(value)
  const instantMs = epochMs + Math.round(at * dayMs)
  if (value === '' || !Number.isFinite(at) || Math.abs(instantMs) > 8e15) return value
  const iso = new Date(instantMs).toISOString()
  return Number.isInteger(at) ? iso.slice(0, 10) : iso
}
