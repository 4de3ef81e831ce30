import { collections, csvCell, formatDay, formatMoney, humanize, maskFormulas } from '@portal/contract'
import type { Language, PermitLibrary, StatementKind } from '@portal/contract'
import { currentConfiguration } from '#platform/configuration/configuration.ts'
import { feeName } from '#platform/configuration/permit-library/fee-name.ts'
import { labelIn } from '#platform/language/label-in.ts'
import type { DomainDeps } from '#domain/deps.ts'
import type { Statement, StatementLine } from '#domain/payments/statement.ts'
import { toMajorUnits } from '../cells.ts'
import type { StatementDocument, StatementRow } from './draw-statement.ts'
import { senderOf } from './sender.ts'
import { statementTexts } from './statement-texts.ts'

const { fields } = collections.payments
type Said = ReturnType<typeof statementTexts>

interface Words {
  language: Language
  library: PermitLibrary
  say: Said
}

const kindName = (code: string, language: Language) =>
  labelIn(language, fields.kind.options?.find((option) => option.code === code)?.label ?? humanize(code))

/** What was requested or paid: the fee or else the kind, with the description if it says more. */
function subjectOf(
  { feeCode, paymentKind, description }: StatementLine,
  { language, library }: Words,
): string {
  const isFee = paymentKind === 'FEE' || paymentKind === 'INVOICE'
  const subject =
    isFee && feeCode !== null ? feeName(library, feeCode, language) : kindName(paymentKind, language)
  if (description === null) return subject
  return description.startsWith(subject) ? description : `${subject}, ${description}`
}

function eventOf(kind: StatementKind, line: StatementLine, words: Words): string {
  const { say } = words
  const what = subjectOf(line, words)
  switch (kind) {
    case 'charge':
    case 'payment':
      return what
    case 'feePaid':
      return say('feePaid', { what })
    case 'billed':
      return say('billed')
    case 'refund':
      return what
    case 'writeOff':
      return say('writeOff')
    case 'voided':
      return say('voided', { what })
  }
}

const descriptionOf = (line: StatementLine, words: Words) =>
  [eventOf(line.kind, line, words), line.number, line.permit?.title].filter(Boolean).join(' · ')

/** The statement as the text of its PDF, in the reader's language. */
export async function statementDocument(
  deps: DomainDeps,
  { client, from, to, opening, lines, charged, paid, closing }: Statement,
  language: Language,
): Promise<StatementDocument> {
  const { currency } = await currentConfiguration(deps)
  const say = statementTexts(language)
  const words = { language, library: deps.permitLibrary.current, say }
  const money = (units: number) => formatMoney(units, currency, language)
  const orEmpty = (units: number) => (units === 0 ? '' : money(units))
  const period = `${formatDay(from, language)} – ${formatDay(to, language)}`
  return {
    sender: await senderOf(deps),
    heading: say('heading'),
    lines: [
      [say('client'), client.title],
      ...(client.number === null ? [] : [[say('number'), client.number] as const]),
      ...client.address.map((line, place) => [place === 0 ? say('address') : '', line] as const),
      [say('period'), period],
      [say(closing < 0 ? 'credit' : 'owed'), money(Math.abs(closing))],
    ],
    columns: [say('day'), say('text'), say('charged'), say('paid'), say('balance')],
    opening: [formatDay(from, language), say('opening'), '', '', money(opening)],
    rows: lines.map((line): StatementRow => [
      formatDay(line.day, language),
      descriptionOf(line, words),
      orEmpty(line.charged),
      orEmpty(line.paid),
      money(line.balance),
    ]),
    closing: [formatDay(to, language), say('closing'), money(charged), money(paid), money(closing)],
    at: deps.clock.now(),
    language,
  }
}

/**
 * The statement as UTF-8 CSV (RFC 4180) with a header row; days are ISO dates, amounts decimals. `library`
 * has the names of the fees.
 */
export function* statementCsv(
  { from, to, opening, lines, charged, paid, closing }: Statement,
  language: Language,
  library: PermitLibrary,
): Generator<string> {
  const say = statementTexts(language)
  const words = { language, library, say }
  const row = (texts: readonly (string | null | undefined)[], amounts: readonly (number | null)[]) => {
    // Amounts are no texts of people: a negative one stays a number.
    const cells = [
      ...texts.map((text) => maskFormulas(text ?? '')),
      ...amounts.map((units) => (units === null ? '' : toMajorUnits(units))),
    ]
    return `${cells.map(csvCell).join(',')}\r\n`
  }
  const headings = [say('day'), say('number'), say('text'), say('permit')]
  yield row([...headings, say('charged'), say('paid'), say('balance')], [])
  yield row([from, '', say('opening'), ''], [null, null, opening])
  for (const line of lines)
    yield row(
      [line.day, line.number, eventOf(line.kind, line, words), line.permit?.title],
      [line.charged, line.paid, line.balance],
    )
  yield row([to, '', say('closing'), ''], [charged, paid, closing])
}
