import { formatDay, invalid } from '@portal/contract'
import type { RecordValues, ValuesOf, collections } from '@portal/contract'
import type { WriteContext } from '#engine/write/write-context.ts'
import { alertTexts } from '../../notifications/alert-texts.ts'
import { alertPerson } from '../../notifications/personal-alerts.ts'

type UserValues = ValuesOf<typeof collections.users>

/** Throws 400 for an absence that has no end or ends before it begins. */
export function checkAbsence({ outOfOfficeFrom: from, outOfOfficeUntil: until }: UserValues): void {
  if (!from) return
  if (!until)
    throw invalid('body.outOfOfficeUntil', 'required', 'body.outOfOfficeUntil: enter the last day away')
  if (until < from)
    throw invalid(
      'body.outOfOfficeUntil',
      'out-of-range',
      'body.outOfOfficeUntil is before body.outOfOfficeFrom',
    )
}

const absenceFields = ['outOfOfficeFrom', 'outOfOfficeUntil', 'delegate'] as const

/** Tells the delegate of a present or future absence, unless they entered it. */
export async function notifyDelegate(
  { deps, trx, now, today, actor }: WriteContext,
  before: RecordValues,
  after: UserValues,
): Promise<void> {
  const { name, delegate, outOfOfficeFrom: from, outOfOfficeUntil: until } = after
  const isSame = absenceFields.every((field) => (before[field] ?? null) === (after[field] ?? null))
  if (isSame || !delegate || !until || until < today || delegate === actor.pid) return
  await alertPerson({ deps, trx, now }, delegate, {
    rule: 'delegate',
    severity: 'INFO',
    words: (language) => {
      const say = alertTexts(language)
      const days = { from: from ? formatDay(from, language) : '', until: formatDay(until, language) }
      return {
        title: say('delegateOf', { name: name ?? '' }),
        message: say(from && from > today ? 'delegateFrom' : 'delegateUntil', days),
      }
    },
  })
}
