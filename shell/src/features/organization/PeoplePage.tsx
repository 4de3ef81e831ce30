import { useState } from 'react'
import { whyNotManagePeople, localizeOnScreen } from '@portal/contract'
import type { Actor } from '@portal/contract'
import {
  EmptyState,
  ErrorPanel,
  ShownOnceDialog,
  SkeletonTable,
  actorAtom,
  userAtom,
} from '@portal/shared-ui'
import {
  Box,
  Button,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableRow,
  Typography,
} from '@portal/shared-ui/mui'
import { useQuery } from '@portal/shared-ui/query'
import { useAtomValue } from '@portal/shared-ui/state'
import { InviteDialog } from './InviteDialog.tsx'
import { peopleQuery } from './people.queries.ts'
import { PersonRow } from './PersonRow.tsx'
import { t } from './texts.ts'

const skeletonWidths = [240, 120, 96, 120]

/** The members of an organization, for its administrators: accounts, their roles, and invitations. */
export default function PeoplePage() {
  const actor = useAtomValue(actorAtom)
  if (actor === null) return null
  const whyNot = whyNotManagePeople(actor)
  return whyNot === null ? (
    <People actor={actor} />
  ) : (
    <EmptyState title={t('notYours')} text={localizeOnScreen(whyNot)} />
  )
}

function People({ actor }: { actor: Actor }) {
  const org = useAtomValue(userAtom)?.org?.title ?? ''
  const { data, error, refetch } = useQuery(peopleQuery)
  const [isInviting, setInviting] = useState(false)
  const [link, setLink] = useState<string | null>(null)
  return (
    <Box sx={{ maxWidth: 960, marginInline: 'auto', paddingBlock: { xs: 0, sm: 2 } }}>
      <Box
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          gap: 3,
          alignItems: 'flex-end',
          justifyContent: 'space-between',
          paddingBottom: 4,
        }}
      >
        <Box>
          <Typography component="h2" variant="h2" sx={{ paddingBottom: 1 }}>
            {t('heading', { org })}
          </Typography>
          <Typography sx={{ color: 'text.secondary' }}>{t('text')}</Typography>
        </Box>
        <Button variant="contained" onClick={() => setInviting(true)}>
          {t('invite')}
        </Button>
      </Box>
      {data === undefined && error !== null && (
        <ErrorPanel error={error} title={t('failed')} onRetry={() => void refetch()} />
      )}
      {data === undefined && error === null && (
        <Box role="status" aria-label={t('loading')}>
          <SkeletonTable widths={skeletonWidths} rows={3} />
        </Box>
      )}
      {data !== undefined && (
        <Box sx={{ overflowX: 'auto' }}>
          <Table aria-label={t('heading', { org })} sx={{ minWidth: 600 }}>
            <TableHead>
              <TableRow>
                {(['person', 'position', 'status', 'actions'] as const).map((column) => (
                  <TableCell key={column}>{t(column)}</TableCell>
                ))}
              </TableRow>
            </TableHead>
            <TableBody>
              {data.people.map((person) => (
                <PersonRow key={person.pid} person={person} actor={actor} onLink={setLink} />
              ))}
            </TableBody>
          </Table>
        </Box>
      )}
      {isInviting && (
        <InviteDialog
          onClose={() => setInviting(false)}
          onInvited={(made) => {
            setInviting(false)
            setLink(made)
          }}
        />
      )}
      {link !== null && (
        <ShownOnceDialog
          title={t('linkTitle')}
          text={t('linkText')}
          label={t('link')}
          value={link}
          copyWords={t('copy')}
          onClose={() => setLink(null)}
        />
      )}
    </Box>
  )
}
