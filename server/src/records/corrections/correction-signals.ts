import { raise } from '../signals/raise.ts'
import { caretakers, orgOf, textOf } from '../signals/step-signals.ts'
import type { About } from '../signals/step-signals.ts'
import { readAbout } from '../signals/tell-steps.ts'
import type { Stood } from '../transitions/standing.ts'

const base = (about: About) => ({ kind: 'CORRECTIONS', collection: about.collection, pid: about.pid, org: orgOf(about) })
const numberOf = (about: About) => textOf(about.values['refNo'])

/** Whoever looks after the permit hears that the client has answered a comment. */
export async function tellAnswer({ context, pid }: Stood, comment: string): Promise<void> {
  const about = await readAbout(context, 'permits', pid)
  if (about === undefined) return
  const words = { title: `The client has answered: ${numberOf(about)}`, message: comment.slice(0, 500) }
  await raise(context, { ...base(about), severity: 'INFO', staff: caretakers(about), words, client: null, notification: null })
}

/** The client's organization hears that it is asked to answer comments. */
export async function tellAsked({ context, pid }: Stood): Promise<void> {
  const about = await readAbout(context, 'permits', pid)
  if (about === undefined) return
  const words = { title: `Please answer comments of the authority: ${numberOf(about)}`, message: textOf(about.values['title']) }
  await raise(context, { ...base(about), severity: 'WARNING', staff: [], words, client: words, notification: 'CORRECTIONS' })
}
