import {
  clientCardFields,
  collections,
  fieldLabel,
  fileContentUrl,
  findField,
  opensClientCards,
  pageAllowed,
  screenLabel,
} from '@portal/contract'
import type { ClientCard, Field, Reference } from '@portal/contract'
import {
  ErrorPanel,
  Facts,
  FieldValue,
  Notice,
  RecordLink,
  Section,
  actorAtom,
  dateTimeTooltip,
  formatMomentDay,
  formatSize,
  isProblem,
  isAdministratorAtom,
  telUrl,
  useNewMail,
  useShell,
  userAtom,
} from '@portal/shared-ui'
import { Box, Button, MuiLink, Skeleton, Stack, Typography } from '@portal/shared-ui/mui'
import { useQuery } from '@portal/shared-ui/query'
import { useParams } from '@portal/shared-ui/router'
import { useAtomValue } from '@portal/shared-ui/state'
import { useEffect } from 'react'
import type { ReactNode } from 'react'
import { clientCardQuery } from './client.queries.ts'
import { ClientRecords } from './ClientRecords.tsx'
import { t } from './texts.ts'

export interface ClientPageProps {
  /** Renders the client's contacts. */
  people: (client: Reference) => ReactNode
}

/** A client page for staff: contact data, insurance validity, contacts, permits, tasks and files. */
export function ClientPage({ people }: ClientPageProps) {
  const { pid = '' } = useParams()
  const actor = useAtomValue(actorAtom)
  const shell = useShell()
  const mayOpen = actor !== null && opensClientCards(actor)
  const card = useQuery({ ...clientCardQuery(pid), enabled: mayOpen })
  const title = card.data?.title
  useEffect(() => {
    if (title !== undefined) shell.setTitle(title)
    return () => shell.setTitle(null)
  }, [shell, title])
  if (!mayOpen) return <Notice title={t('closedTitle')} text={t('closedText')} />
  if (card.data !== undefined) return <Card key={pid} card={card.data} people={people} />
  if (card.isError && isProblem(card.error, 'not-found'))
    return <Notice title={t('goneTitle')} text={t('goneText')} />
  if (card.isError)
    return <ErrorPanel error={card.error} title={t('failed')} onRetry={() => void card.refetch()} />
  return <Skeleton role="status" animation={false} height={240} aria-label={t('loading')} />
}

function Card({ card, people }: ClientPageProps & { card: ClientCard }) {
  const { pid, title } = card
  const client = { pid, title }
  const user = useAtomValue(userAtom)
  const isAdministrator = useAtomValue(isAdministratorAtom)
  const newMail = useNewMail()
  const { email } = card.fields
  const mayOpenRecord = isAdministrator && pageAllowed(user?.pages ?? {}, '/organizations')
  return (
    <Box
      sx={{
        height: '100%',
        overflowY: 'auto',
        padding: { xs: 4, sm: 6 },
        backgroundColor: 'portal.surface',
        border: 1,
        borderColor: 'divider',
        borderRadius: 1,
      }}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 3, paddingBottom: 4 }}>
        <FieldValue declared={collections.orgs.fields.status} value={card.fields['status']} />
        <Box sx={{ flexGrow: 1 }} />
        {mayOpenRecord && (
          <RecordLink collection="orgs" pid={pid} path={`/organizations?record=${encodeURIComponent(pid)}`}>
            {t('openRecord')}
          </RecordLink>
        )}
        {newMail !== null && typeof email === 'string' && (
          <Button
            variant="outlined"
            size="small"
            onClick={() => newMail({ to: [{ name: title, address: email }], subject: '' })}
          >
            {t('mail')}
          </Button>
        )}
      </Box>
      <Box
        sx={{
          display: 'grid',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) minmax(0, 1fr)' },
          columnGap: 12,
          rowGap: 6,
        }}
      >
        <Stack spacing={6}>
          <CardFacts card={card} />
        </Stack>
        <Stack spacing={6}>
          {people(client)}
          <ClientRecords title={t('permits')} collection="permits" filter={{ org: pid }} day="targetDate" />
          <ClientRecords
            title={t('clientTasks')}
            collection="ctasks"
            filter={{ org: pid, status: { nin: ['DONE', 'CANCELLED'] } }}
            day="dueDate"
          />
          <ClientRecords
            title={t('tasks')}
            collection="tasks"
            filter={{ org: pid, status: { nin: ['DONE', 'CANCELLED'] } }}
            day="dueDate"
          />
          <ClientRecords title={t('decided')} collection="processed" filter={{ org: pid }} day="issuedDate" />
          <NewestFiles card={card} />
        </Stack>
      </Box>
    </Box>
  )
}

const sections = Map.groupBy(
  clientCardFields.flatMap((name): { name: string; declared: Field }[] => {
    const declared = findField(collections.orgs, name)
    return declared === undefined || name === 'status' ? [] : [{ name, declared }]
  }),
  ({ declared }) => declared.section ?? '',
)

/** The fields of the card under the headings of an organization; empty fields are omitted. */
function CardFacts({ card }: { card: ClientCard }) {
  return [...sections].map(([heading, fields]) => {
    const facts = fields.flatMap(({ name, declared }): [string, ReactNode][] => {
      const value = card.fields[name]
      return value === undefined || value === ''
        ? []
        : [[fieldLabel(name, declared), <Reachable key={name} declared={declared} value={value} />]]
    })
    if (heading === 'Company' && card.accountManager !== null)
      facts.push([t('manager'), card.accountManager.title])
    return (
      facts.length > 0 && (
        <Section key={heading} title={screenLabel(heading)}>
          <Facts facts={facts} />
        </Section>
      )
    )
  })
}

/** A phone number or email address as a link. */
function Reachable({ declared, value }: { declared: Field; value: unknown }) {
  const newMail = useNewMail()
  if (typeof value === 'string' && declared.type === 'phone') {
    const tel = telUrl(value)
    if (tel !== null)
      return (
        <MuiLink href={tel} aria-label={t('call', { phone: value })}>
          {value}
        </MuiLink>
      )
  }
  if (typeof value === 'string' && declared.type === 'email' && newMail !== null)
    return (
      <MuiLink
        component="button"
        type="button"
        onClick={() => newMail({ to: [{ name: '', address: value }], subject: '' })}
        sx={{ textAlign: 'start' }}
      >
        {value}
      </MuiLink>
    )
  return <FieldValue declared={declared} value={value} />
}

function NewestFiles({ card }: { card: ClientCard }) {
  return (
    <Section title={t('files')}>
      {card.files.length === 0 ? (
        <Typography sx={{ color: 'text.secondary' }}>{t('noFiles')}</Typography>
      ) : (
        <Box component="ul" sx={{ listStyle: 'none', margin: 0, padding: 0 }}>
          {card.files.map(({ pid, name, size, updatedAt, permit }) => (
            <Box
              component="li"
              key={pid}
              sx={{ paddingBlock: 1.5, borderBottom: 1, borderColor: 'divider', overflowWrap: 'anywhere' }}
            >
              <MuiLink href={fileContentUrl(pid)} download aria-label={t('download', { name })}>
                <bdi>{name}</bdi>
              </MuiLink>
              <Box
                sx={{ color: 'text.secondary', fontSize: 'caption.fontSize' }}
                title={dateTimeTooltip(updatedAt)}
              >
                {formatSize(size)} · {formatMomentDay(updatedAt)} ·{' '}
                <RecordLink
                  isInText
                  collection="permits"
                  pid={permit.pid}
                  path={`/permits/processing/${encodeURIComponent(permit.pid)}?tab=Files`}
                >
                  {permit.title}
                </RecordLink>
              </Box>
            </Box>
          ))}
        </Box>
      )}
    </Section>
  )
}
