/** What a check found, in one plain sentence. `soon` needs attention before it becomes `wrong`. */
export interface Finding {
  about: string
  state: 'ok' | 'soon' | 'wrong'
  says: string
}

/** A limit, and which part of it is used. */
export interface NearestLimit {
  name: string
  usedPart: number
}

export interface CheckResult {
  findings: Finding[]
  limits?: NearestLimit[]
}

export const fine = (about: string, says: string): Finding => ({ about, state: 'ok', says })
export const soon = (about: string, says: string): Finding => ({ about, state: 'soon', says })
export const wrong = (about: string, says: string): Finding => ({ about, state: 'wrong', says })

const soonFrom = 0.75
const wrongFrom = 0.95

/** The state of a limit. */
export function stateOfLimit({ usedPart }: NearestLimit): Finding['state'] {
  if (usedPart >= wrongFrom) return 'wrong'
  return usedPart >= soonFrom ? 'soon' : 'ok'
}

const marks = { ok: 'ok   ', soon: 'soon ', wrong: 'WRONG' } as const

const percent = (part: number) => `${Math.round(part * 100)} %`

/** The report: a line for each finding, then the limit that is nearest, then the result. */
export function report({ findings, limits = [] }: CheckResult): string[] {
  const [next] = limits.toSorted((a, other) => other.usedPart - a.usedPart)
  const count = (state: Finding['state']) => findings.filter((finding) => finding.state === state).length
  return [
    ...findings.map(({ about, state, says }) => `${marks[state]}  ${about}: ${says}`),
    ...(next === undefined ? [] : [`Next limit: ${next.name}, ${percent(next.usedPart)} used.`]),
    count('wrong') === 0
      ? `Nothing is wrong (${count('ok')} checks passed, ${count('soon')} need attention soon).`
      : `${count('wrong')} of ${findings.length} checks found something wrong.`,
  ]
}

/** Runs a check. One that throws is a finding too. */
export async function runCheck(about: string, check: () => Promise<CheckResult>): Promise<CheckResult> {
  try {
    return await check()
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return { findings: [wrong(about, `it cannot be checked: ${reason}.`)] }
  }
}
