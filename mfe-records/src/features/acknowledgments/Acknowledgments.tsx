import { isStaff } from '@portal/contract'
import type { MessageAcknowledgments } from '@portal/contract'
import { StatusChip, roleAtom } from '@portal/shared-ui'
import type { PanelProps } from '@portal/shared-ui'
import { Box, Button, Typography } from '@portal/shared-ui/mui'
import { useQuery } from '@portal/shared-ui/query'
import { useAtomValue } from '@portal/shared-ui/state'
import { useState } from 'react'
import { acknowledgmentsQuery } from './acknowledgments.queries.ts'
import { t } from './texts.ts'

const maxNamed = 5

/** For staff: who has not acknowledged a message that asks for it. Renders nothing for other messages. */
export function Acknowledgments({ pid, record }: Pick<PanelProps, 'pid' | 'record'>) {
  const role = useAtomValue(roleAtom)
  const isAsked = record['ackRequired'] === true && role !== null && isStaff(role)
  const { data, error } = useQuery({ ...acknowledgmentsQuery(pid), enabled: isAsked })
  if (!isAsked) return null
  if (error !== null && data === undefined) return <Typography role="alert">{t('failed')}</Typography>
  return data === undefined ? null : <State state={data} />
}

function State({ state: { asked, waiting, people } }: { state: MessageAcknowledgments }) {
  const [showsAll, setShowsAll] = useState(false)
  if (asked === 0) return <Typography sx={{ color: 'text.secondary' }}>{t('nobody')}</Typography>
  if (waiting === 0) return <StatusChip label={t('all', { count: asked })} colour="green" symbol="check" />
  const named = people.slice(0, showsAll ? people.length : maxNamed)
  const names = named.map(({ title }) => title).join(', ')
  const rest = waiting - named.length
  return (
    <Box sx={{ display: 'grid', gap: 1, justifyItems: 'start' }}>
      <StatusChip label={t('some', { done: asked - waiting, count: asked })} colour="amber" symbol="clock" />
      <Typography sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
        {t('waiting', { names: rest > 0 ? t('andMore', { names, count: rest }) : names })}
      </Typography>
      {!showsAll && people.length > maxNamed && (
        <Button size="small" onClick={() => setShowsAll(true)}>
          {t('showAll')}
        </Button>
      )}
    </Box>
  )
}
