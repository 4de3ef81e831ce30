import { canManageRole, toRole } from '@portal/contract'
import type { LinkHolder } from '@portal/contract'
import {
  ConfirmDialog,
  EmptyState,
  Row,
  Rows,
  StatusChip,
  actorAtom,
  formatDateTime,
} from '@portal/shared-ui'
import { Box, Button, MuiLink, Typography } from '@portal/shared-ui/mui'
import { useQuery } from '@portal/shared-ui/query'
import { Link, useSearchParams } from '@portal/shared-ui/router'
import { useAtomValue } from '@portal/shared-ui/state'
import { useId, useState } from 'react'
import { pageAt, personPath } from '../../paths.ts'
import { InviteDialog } from './InviteDialog.tsx'
import { PagedList } from '../../parts/PagedList.tsx'
import { t } from './texts.ts'
import { useLink } from './use-link.tsx'
import { usePeopleChange } from './use-people-change.ts'
import { linksQuery, withdrawLink } from './users.queries.ts'

const isOpen = ({ link }: LinkHolder): boolean => link !== null && Date.parse(link.expiresAt) > Date.now()

function Mark({ holder }: { holder: LinkHolder }) {
  if (holder.link === null) return <StatusChip label={t('noLink')} colour="amber" symbol="alert" />
  return isOpen(holder) ? (
    <StatusChip label={t(`open_${holder.kind}`)} colour="blue" symbol="send" />
  ) : (
    <StatusChip label={t('expired')} colour="slate" symbol="clock" />
  )
}

function factsOf(holder: LinkHolder): string[] {
  const { email, role, link } = holder
  const known = toRole(role)
  return [
    ...(email === null ? [] : [email]),
    ...(known === null ? [] : [t(`role_${known}`)]),
    ...(link === null
      ? []
      : [
          t('linkMade', { at: formatDateTime(link.createdAt), name: link.createdBy?.title ?? t('nobody') }),
          t(isOpen(holder) ? 'opensUntil' : 'openedUntil', { at: formatDateTime(link.expiresAt) }),
        ]),
  ]
}

interface HolderRowProps {
  holder: LinkHolder
  isBusy: boolean
  onMake: () => void
  onWithdraw: () => void
}

function HolderRow({ holder, isBusy, onMake, onWithdraw }: HolderRowProps) {
  const id = useId()
  const actor = useAtomValue(actorAtom)
  const { person, role } = holder
  return (
    <Row
      titleId={id}
      title={
        <MuiLink component={Link} to={personPath(person.pid)}>
          {person.title}
        </MuiLink>
      }
      mark={<Mark holder={holder} />}
      facts={factsOf(holder)}
    >
      {actor !== null && canManageRole(actor.role, role) && (
        <>
          {isOpen(holder) && (
            <Button variant="outlined" aria-describedby={id} disabled={isBusy} onClick={onWithdraw}>
              {t('withdraw')}
            </Button>
          )}
          <Button variant="outlined" aria-describedby={id} disabled={isBusy} onClick={onMake}>
            {t('newLink')}
          </Button>
        </>
      )}
    </Row>
  )
}

/** Pending invitations, and users with an active enrollment link. */
export function InvitationsTab() {
  const [search] = useSearchParams()
  const result = useQuery(linksQuery(pageAt(search)))
  const [isInviting, setInviting] = useState(false)
  const [leaving, setLeaving] = useState<LinkHolder | null>(null)
  const link = useLink()
  const withdraw = usePeopleChange(({ person }: LinkHolder) => withdrawLink(person.pid), {
    done: t('withdrawn'),
  })
  const busy = link.making ?? (withdraw.isPending ? withdraw.variables.person.pid : null)
  return (
    <>
      <PagedList
        label={t('tab_invitations')}
        answer={result}
        paging={({ metadata }) => metadata}
        head={
          <Box
            sx={{
              display: 'flex',
              flexWrap: 'wrap',
              alignItems: 'center',
              columnGap: 4,
              rowGap: 2,
              paddingBottom: 4,
            }}
          >
            <Typography sx={{ flex: '1 1 280px', color: 'text.secondary' }}>
              {t('invitationsText')}
            </Typography>
            <Button variant="contained" onClick={() => setInviting(true)}>
              {t('invite')}
            </Button>
          </Box>
        }
        empty={<EmptyState title={t('noInvitations')} text={t('noInvitationsText')} />}
      >
        {({ links }) => (
          <Rows label={t('tab_invitations')}>
            {links.map((holder) => (
              <HolderRow
                key={holder.person.pid}
                holder={holder}
                isBusy={busy === holder.person.pid}
                onMake={() => link.make({ pid: holder.person.pid, name: holder.person.title })}
                onWithdraw={() => setLeaving(holder)}
              />
            ))}
          </Rows>
        )}
      </PagedList>
      {isInviting && (
        <InviteDialog
          onClose={() => setInviting(false)}
          onInvited={(person) => {
            setInviting(false)
            link.make(person)
          }}
        />
      )}
      {leaving !== null && (
        <ConfirmDialog
          title={t('withdrawTitle', { name: leaving.person.title })}
          text={t('withdrawText')}
          yes={t('withdraw')}
          onNo={() => setLeaving(null)}
          onYes={() => {
            setLeaving(null)
            withdraw.mutate(leaving)
          }}
        />
      )}
      {link.dialog}
    </>
  )
}
