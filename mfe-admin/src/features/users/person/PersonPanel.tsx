import { canManageRole } from '@portal/contract'
import { actorAtom } from '@portal/shared-ui'
import type { PanelProps } from '@portal/shared-ui'
import { Box, MuiLink, Stack } from '@portal/shared-ui/mui'
import { useAtomValue } from '@portal/shared-ui/state'
import { usersTabPath } from '../../../paths.ts'
import { t } from '../texts.ts'
import { RoleSection } from './RoleSection.tsx'
import { SessionsOf } from './SessionsOf.tsx'
import { StatusSection } from './StatusSection.tsx'
import { SignInMethods } from './SignInMethods.tsx'

/** The account of a user's record: status and transitions, role, sign-in methods and sessions. */
export function PersonPanel({ pid, record, shell, onDirty }: PanelProps) {
  const actor = useAtomValue(actorAtom)
  if (actor === null) return null
  const name = typeof record['name'] === 'string' ? record['name'] : ''
  const isOwn = pid === actor.pid
  const isGoverned = canManageRole(actor.role, record['role'])
  const auditPath = usersTabPath('audit', { person: pid })
  return (
    <Stack spacing={7} sx={{ paddingTop: 4 }}>
      {!isGoverned && !isOwn && (
        <Box role="note" sx={{ color: 'text.secondary' }}>
          {t('notGoverned')}
        </Box>
      )}
      <StatusSection pid={pid} record={record} isOwn={isOwn} />
      <RoleSection
        key={record.version}
        pid={pid}
        record={record}
        isOwn={isOwn}
        isGoverned={isGoverned}
        onDirty={onDirty}
      />
      {(isGoverned || isOwn) && (
        <>
          <SignInMethods pid={pid} name={name} status={record['status']} />
          <SessionsOf pid={pid} />
        </>
      )}
      <Box>
        <MuiLink
          href={auditPath}
          onClick={(event) => {
            event.preventDefault()
            shell.navigate(auditPath)
          }}
        >
          {t('auditOf', { name })}
        </MuiLink>
      </Box>
    </Stack>
  )
}
