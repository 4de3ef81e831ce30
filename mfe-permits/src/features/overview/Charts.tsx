import { ageBands } from '@portal/contract'
import type { ColourToken, Overview } from '@portal/contract'
import { currencyAtom, formatMoney, formatNumber } from '@portal/shared-ui'
import { useAtomValue } from '@portal/shared-ui/state'
import { Bars, Legend } from './Bars.tsx'
import type { BarRow } from './Bars.tsx'
import { ChartCard } from './ChartCard.tsx'
import { MetricTable } from './MetricTable.tsx'
import { t } from './texts.ts'
import { useIsOffice } from './use-is-office.ts'

/** From new to old, distinguishable without telling green from red. The legend has the same order. */
const ageColours: readonly ColourToken[] = ['teal', 'blue', 'purple', 'amber', 'red']
const courtColours = { OURS: 'blue', CLIENT: 'amber', AUTHORITY: 'indigo', NONE: 'grey' } as const

const bandLabel = ({ fromDays, toDays }: { fromDays: number; toDays: number | null }) =>
  toDays === null ? t('bandOpen', { from: fromDays }) : t('band', { from: fromDays, to: toDays })

const sum = (figures: readonly { count: number }[]) => figures.reduce((total, { count }) => total + count, 0)

/** Pending permits by stage, each split by time in status. */
export function Ageing({ ageing }: Pick<Overview, 'ageing'>) {
  const rows = ageing.map(({ stage, bands, count, list }): BarRow => ({
    key: stage,
    label: t(`stage_${stage}`),
    total: { count, list, words: formatNumber(count) },
    segments: bands.map((band, index) => ({
      ...band,
      key: String(band.fromDays),
      label: bandLabel(band),
      colour: ageColours[index] ?? 'grey',
    })),
  }))
  const bands = ageBands.map((band, index) => ({
    label: bandLabel(band),
    colour: ageColours[index] ?? ('grey' as const),
  }))
  return (
    <ChartCard
      isWide
      title={t('ageing')}
      hint={t('ageingHint')}
      empty={sum(ageing) === 0 ? t('nothingOnWay') : null}
      chart={
        <>
          <Bars rows={rows} />
          <Legend entries={bands} />
        </>
      }
      table={
        <MetricTable
          name={t('ageing')}
          head={[t('stage'), ...bands.map(({ label }) => label), t('all')]}
          lines={rows.map(({ key, label, segments, total }) => ({ key, label, cells: [...segments, total] }))}
        />
      }
    />
  )
}

/** Rows with one number each. */
function Plain({
  title,
  hint,
  first,
  empty,
  rows,
  column,
}: {
  title: string
  hint: string
  first: string
  empty: string
  rows: readonly BarRow[]
  column: string
}) {
  return (
    <ChartCard
      title={title}
      hint={hint}
      empty={sum(rows.map(({ total }) => total)) === 0 ? empty : null}
      chart={<Bars rows={rows} showsNumbers={false} />}
      table={
        <MetricTable
          name={title}
          head={[first, column]}
          lines={rows.map(({ key, label, total }) => ({ key, label, cells: [total] }))}
        />
      }
    />
  )
}

/** Pending permits by court. */
export function Waiting({ waitingOn }: Pick<Overview, 'waitingOn'>) {
  const isOffice = useIsOffice()
  const rows = waitingOn.map(({ court, count, list }): BarRow => {
    const label = court === 'CLIENT' && !isOffice ? t('courtOwn') : t(`court_${court}`)
    const colour = courtColours[court]
    return {
      key: court,
      label,
      total: { count, list, words: formatNumber(count) },
      segments: [{ key: court, label, colour, count, list }],
    }
  })
  return (
    <Plain
      title={t('waiting')}
      hint={t('waitingHint')}
      first={t('court')}
      column={t('count')}
      empty={t('nothingOnWay')}
      rows={rows}
    />
  )
}

/** Issued permits that expire within 30, 60 and 90 days; the bands do not overlap. */
export function Expiring({ expiring }: Pick<Overview, 'expiring'>) {
  const colours = ['red', 'amber', 'blue'] as const
  const rows = expiring.map((band, index): BarRow => {
    const { count, list, fromDays, toDays } = band
    const label = fromDays === 0 && toDays !== null ? t('within', { to: toDays }) : bandLabel(band)
    const colour = colours[index] ?? 'grey'
    return {
      key: String(fromDays),
      label,
      total: { count, list, words: formatNumber(count) },
      segments: [{ key: String(fromDays), label, colour, count, list }],
    }
  })
  return (
    <Plain
      title={t('expiring')}
      hint={t('expiringHint')}
      first={t('days')}
      column={t('count')}
      empty={t('nothingExpires')}
      rows={rows}
    />
  )
}

/** The fees clients owe, and the overdue part; bar lengths are proportional to the amounts. */
export function FeesDue({ due, overdue }: NonNullable<Overview['feesDue']>) {
  const currency = useAtomValue(currencyAtom)
  const isOffice = useIsOffice()
  const rows = [
    { key: 'due', label: t('allDue'), colour: 'amber', figure: due } as const,
    { key: 'overdue', label: t('overdue'), colour: 'red', figure: overdue } as const,
  ].map(({ key, label, colour, figure: { amount, list } }): BarRow => ({
    key,
    label,
    total: { count: amount, list, words: formatMoney(amount, currency) },
    segments: [{ key, label, colour, count: amount, words: formatMoney(amount, currency), list }],
  }))
  return (
    <Plain
      title={t('fees')}
      hint={t(isOffice ? 'feesHint' : 'feesHintOwn')}
      first={t('fee')}
      column={t('amount')}
      empty={t('nothingDue')}
      rows={rows}
    />
  )
}
