import type { AnyRecord } from '@portal/contract'
import { actorAtom } from '@portal/shared-ui'
import { Box, Button, Stack, Typography } from '@portal/shared-ui/mui'
import { useAtomValue } from '@portal/shared-ui/state'
import { useEffect, useState } from 'react'
import { missingIn, roleAssignmentOf } from '../role-assignment.ts'
import type { RoleAssignment } from '../role-assignment.ts'
import { RoleAssignmentFields } from '../RoleAssignmentFields.tsx'
import { t } from '../texts.ts'
import { usePeopleChange } from '../use-people-change.ts'
import { assignRole } from '../users.queries.ts'
import { PersonSection } from './PersonSection.tsx'

export interface RoleSectionProps {
  pid: string
  record: AnyRecord
  isOwn: boolean
  /** Whether this administrator may change the account. */
  isGoverned: boolean
  onDirty: (isDirty: boolean) => void
}

const isSame = (one: RoleAssignment, other: RoleAssignment) =>
  one.role === other.role && one.org?.pid === other.org?.pid && one.orgRole === other.orgRole

/**
 * The user's role and, for a client, the organization. Changing the role ends the user's sessions; the form
 * says so first.
 */
export function RoleSection({ pid, record, isOwn, isGoverned, onDirty }: RoleSectionProps) {
  const actor = useAtomValue(actorAtom)
  const present = roleAssignmentOf(record)
  const [place, setPlace] = useState(present)
  const [wasTried, setTried] = useState(false)
  const isChanged = !isSame(place, present)
  useEffect(() => {
    onDirty(isChanged)
    return () => onDirty(false)
    // eslint-disable-next-line react/exhaustive-deps -- reported once per change
  }, [isChanged])
  const isClient = place.role === 'client'
  const save = usePeopleChange(
    () =>
      assignRole(
        pid,
        {
          role: place.role ?? '',
          org: isClient ? (place.org?.pid ?? null) : null,
          orgRole: isClient ? place.orgRole : null,
        },
        record.version,
      ),
    { done: t('roleChanged'), tellsFailure: true },
  )
  const submit = () => {
    setTried(true)
    if (missingIn(place) === null) save.mutate(undefined)
  }
  const isClosed = !isGoverned || (isOwn && actor?.role !== 'superadmin')
  return (
    <PersonSection heading={t('roleHeading')}>
      <Stack spacing={4} sx={{ maxWidth: 400 }}>
        {isClosed && isOwn && <Typography sx={{ color: 'text.secondary' }}>{t('ownRole')}</Typography>}
        <RoleAssignmentFields
          place={place}
          onChange={setPlace}
          wasTried={wasTried}
          disabled={isClosed}
          ground="portal.surface"
        />
        {isChanged && (
          <>
            {place.role !== present.role && present.role !== null && (
              <Typography sx={{ color: 'text.secondary' }}>{t('roleEnds')}</Typography>
            )}
            {save.error !== null && (
              <Typography role="alert" sx={{ color: 'error.main' }}>
                {save.error.message}
              </Typography>
            )}
            <Box sx={{ display: 'flex', gap: 2 }}>
              <Button variant="outlined" onClick={() => setPlace(present)}>
                {t('discardRole')}
              </Button>
              <Button variant="contained" aria-busy={save.isPending} onClick={submit}>
                {t('changeRole')}
              </Button>
            </Box>
          </>
        )}
      </Stack>
    </PersonSection>
  )
}
