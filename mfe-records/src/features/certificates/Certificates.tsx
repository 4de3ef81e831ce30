import { certificateFields, collections, isAdministrator } from '@portal/contract'
import type { AnyRecord } from '@portal/contract'
import {
  FieldValue,
  QueryResult,
  RecordLink,
  Row,
  Rows,
  Section,
  actorAtom,
  labelOf,
  recordKeys,
  useChange,
  useDeclarations,
} from '@portal/shared-ui'
import type { PanelProps } from '@portal/shared-ui'
import { Box, Button, Typography } from '@portal/shared-ui/mui'
import { useQuery } from '@portal/shared-ui/query'
import { useAtomValue } from '@portal/shared-ui/state'
import { useId } from 'react'
import { certificateTasksQuery, requestCertificate } from './certificates.queries.ts'
import { t } from './texts.ts'

/** The open client task for the certificate, or the button that creates it. */
function Renewal({
  task,
  mayAsk,
  what,
  onAsk,
  isBusy,
}: {
  task: AnyRecord | undefined
  mayAsk: boolean
  what: string
  onAsk: () => void
  isBusy: boolean
}) {
  if (task !== undefined)
    return (
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2 }}>
        <span>{t('task')}</span>
        <RecordLink collection="ctasks" pid={task.pid} isInText>
          {String(task['refNo'] ?? task['title'])}
        </RecordLink>
        <FieldValue declared={collections.ctasks.fields.status} value={task['status']} />
      </Box>
    )
  if (!mayAsk) return null
  return (
    <Button
      size="small"
      variant="outlined"
      disabled={isBusy}
      aria-label={t('askFor', { what })}
      onClick={onAsk}
    >
      {t('ask')}
    </Button>
  )
}

interface CertificateProps extends Pick<PanelProps, 'pid' | 'record'> {
  field: string
  task: AnyRecord | undefined
}

/** One date on which a license or an insurance expires, and its renewal. */
function Certificate({ pid, record, field, task }: CertificateProps) {
  const titleId = useId()
  const actor = useAtomValue(actorAtom)
  const declaration = useDeclarations()('orgs') ?? collections.orgs
  const what = labelOf(declaration, field)
  const declared = certificateFields.find(([name]) => name === field)?.[1]
  const ask = useChange(
    () => requestCertificate(pid, field),
    { stale: [recordKeys.collection('ctasks')], failed: t('notAsked') },
    { done: t('asked') },
  )
  const date = record[field]
  const isAskable = typeof date === 'string' && record['status'] !== 'CLOSED' && !record['mergedInto']
  return (
    <Row
      titleId={titleId}
      title={what}
      facts={[]}
      note={
        typeof date === 'string' && declared !== undefined ? (
          <FieldValue declared={declared} value={date} />
        ) : (
          <Typography sx={{ color: 'text.secondary' }}>{t('noDate')}</Typography>
        )
      }
    >
      <Renewal
        task={task}
        mayAsk={isAskable && actor !== null && isAdministrator(actor.role)}
        what={what}
        isBusy={ask.isPending}
        onAsk={() => ask.mutate(undefined)}
      />
    </Row>
  )
}

/** The licenses and insurances of an organization with their renewals. */
export function Certificates({ pid, record }: Pick<PanelProps, 'pid' | 'record'>) {
  const tasks = useQuery(certificateTasksQuery(pid))
  return (
    <Section title={t('certificates')}>
      <QueryResult query={tasks} loading={t('loading')} failed={t('failed')}>
        {(open) => (
          <Rows label={t('certificates')}>
            {certificateFields.map(([field]) => (
              <Certificate
                key={field}
                pid={pid}
                record={record}
                field={field}
                task={open.find(({ certificate }) => certificate === field)}
              />
            ))}
          </Rows>
        )}
      </QueryResult>
      <Typography sx={{ color: 'text.secondary', paddingTop: 3 }}>{t('dependsHint')}</Typography>
    </Section>
  )
}
