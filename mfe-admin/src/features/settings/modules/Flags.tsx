import type { FlagRule, RemoteFlag } from '@portal/contract'
import { Row, Rows, StatusChip, formatDateTime, formatDay } from '@portal/shared-ui'
import { Button, Typography } from '@portal/shared-ui/mui'
import { useQuery } from '@portal/shared-ui/query'
import { useId, useState } from 'react'
import { t as roleWords } from '../../../texts.ts'
import { NoItems } from '../../../parts/LoadedList.tsx'
import { moduleName } from '../../../words/names.ts'
import { FlagDialog } from './FlagDialog.tsx'
import { deployedQuery } from './modules.queries.ts'
import { t } from './preview-texts.ts'
import { useWhyNotDeploy } from './use-deploying.ts'

/** For whom a flag is on, one fact for each way. */
function ruleWords({ roles, percent }: FlagRule, people: RemoteFlag['people']): string[] {
  if (percent === 100) return [t('flagEveryone')]
  const words = [
    ...(roles.length === 0
      ? []
      : [t('flagRoles', { list: roles.map((role) => roleWords(role)).join(', ') })]),
    ...(percent === 0 ? [] : [t('flagPercent', { percent })]),
    ...(people.length === 0
      ? []
      : [t('flagPeople', { count: people.length, list: people.map(({ name }) => name).join(', ') })]),
  ]
  return words.length === 0 ? [t('flagOff')] : words
}

interface FlagRowProps {
  flag: RemoteFlag
  onEdit: () => void
}

function FlagRow({ flag, onEdit }: FlagRowProps) {
  const id = useId()
  const whyNot = useWhyNotDeploy(flag.remote)
  const day = formatDay(flag.endsOn)
  return (
    <Row
      titleId={id}
      title={flag.name}
      mark={
        flag.isOverdue ? <StatusChip label={t('overdue', { day })} colour="red" symbol="alert" /> : undefined
      }
      facts={[
        moduleName(flag.remote),
        t('ownedBy', { owner: flag.owner }),
        ...(flag.isOverdue ? [] : [t('endsOn', { day })]),
        ...ruleWords(flag.rule, flag.people),
        ...(flag.changedAt === null
          ? []
          : [t('flagChanged', { at: formatDateTime(flag.changedAt), by: flag.changedBy ?? '' })]),
      ]}
      note={<Typography sx={{ paddingTop: 1, overflowWrap: 'anywhere' }}>{flag.description}</Typography>}
    >
      <Button
        size="small"
        variant="outlined"
        aria-describedby={id}
        disabled={whyNot !== null}
        title={whyNot ?? undefined}
        onClick={onEdit}
      >
        {t('editFlag')}
      </Button>
    </Row>
  )
}

/** The flags that live versions of modules declare: owner, end date, and for whom each is on. */
export function Flags() {
  const { data } = useQuery(deployedQuery())
  const [editing, setEditing] = useState<RemoteFlag | null>(null)
  if (data === undefined) return null
  return (
    <>
      <Typography sx={{ color: 'text.secondary', paddingBottom: 2 }}>{t('flagsText')}</Typography>
      {data.flags.length === 0 ? (
        <NoItems text={t('noFlags')} />
      ) : (
        <Rows label={t('flags')}>
          {data.flags.map((flag) => (
            <FlagRow key={`${flag.remote} ${flag.name}`} flag={flag} onEdit={() => setEditing(flag)} />
          ))}
        </Rows>
      )}
      {editing !== null && <FlagDialog flag={editing} onClose={() => setEditing(null)} />}
    </>
  )
}
