import Box from '@mui/material/Box'
import { useAtomValue } from 'jotai'
import { conditionKinds } from '@portal/contract'
import type { Condition } from '@portal/contract'
import { Section } from '../layout/Section.tsx'
import { RecordLink } from '../records/drawer/RecordLink.tsx'
import { openableUrl } from '../records/page/record-url.ts'
import { actorAtom, userAtom } from '../session/session.ts'
import { ConditionRow } from './ConditionRow.tsx'
import { t } from './texts.ts'

/** The address of the organization's Conditions tab; null if this user may not open it. */
function useTabOf(organization: string): string | null {
  const actor = useAtomValue(actorAtom)
  const user = useAtomValue(userAtom)
  const url = actor === null ? null : openableUrl('orgs', organization, actor, user)
  return url === null ? null : `${url}&tab=Conditions`
}

/**
 * On a permit: the conditions that its organization meets for all of its permits, with a link to the
 * organization.
 */
export function FromOrganization({ conditions }: { conditions: readonly Condition[] }) {
  const { pid, title } = conditions[0]?.organization ?? { pid: '', title: '' }
  const tab = useTabOf(pid)
  if (conditions.length === 0) return null
  return (
    <Section title={t('fromOrganization')}>
      <Box sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
        {t('fromOrganizationHint', { organization: title })}
        {tab !== null && (
          <>
            {' '}
            <RecordLink isInText collection="orgs" pid={pid} path={tab}>
              {t('atOrganization')}
            </RecordLink>
          </>
        )}
      </Box>
      <Box component="ul" sx={{ listStyle: 'none', margin: 0, padding: 0 }}>
        {conditionKinds.flatMap((kind) =>
          conditions
            .filter((condition) => condition.kind === kind)
            .map((condition) => <ConditionRow key={condition.pid} condition={condition} isFromElsewhere />),
        )}
      </Box>
    </Section>
  )
}
