import { auditKinds } from '@portal/contract'
import type { AuditEntry } from '@portal/contract'
import {
  EmptyState,
  actorAtom,
  deviceName,
  dateTimeTooltip,
  formatDateTime,
  openableUrl,
  userAtom,
} from '@portal/shared-ui'
import { Box, MuiLink } from '@portal/shared-ui/mui'
import { useQuery } from '@portal/shared-ui/query'
import { Link, useNavigate, useSearchParams } from '@portal/shared-ui/router'
import { useAtomValue } from '@portal/shared-ui/state'
import { pageAt, personPath, usersTabPath } from '../../paths.ts'
import { auditSentence } from './audit-sentence.ts'
import { AuditFilters } from './AuditFilters.tsx'
import { PagedList } from '../../parts/PagedList.tsx'
import { t } from './texts.ts'
import { auditQuery } from './users.queries.ts'
import type { AuditNarrowing } from './users.queries.ts'

const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text))

/** The filters in the address; invalid ones are ignored. */
function narrowingAt(search: URLSearchParams): AuditNarrowing {
  const kind = auditKinds.find((auditKind) => auditKind === search.get('kind'))
  const [person, from, to] = [search.get('person') ?? '', search.get('from') ?? '', search.get('to') ?? '']
  return {
    ...(kind !== undefined && { kind }),
    ...(person !== '' && person.length <= 64 && { person }),
    ...(isDay(from) && { from }),
    ...(isDay(to) && { to }),
  }
}

/** Address and browser of the action, when known. */
function placeWords({ address, userAgent }: AuditEntry): string {
  return [deviceName(userAgent), address].filter((word) => word !== null).join(', ')
}

/** The subject of an entry as a link: a user, or the changed permit. */
function concernedIn(
  { person, kind, detail }: AuditEntry,
  urlOf: (permit: string) => string | null,
): { words: string; to: string } | null {
  if (person !== null) return { words: person.title, to: personPath(person.pid) }
  const { permit, name } = detail
  if (
    kind !== 'permit-changed' ||
    detail['action'] === 'delete' ||
    typeof permit !== 'string' ||
    typeof name !== 'string'
  )
    return null
  const to = urlOf(permit)
  return to === null ? null : { words: name, to }
}

/** What happened, with a link to the user or permit. */
function Sentence({ entry }: { entry: AuditEntry }) {
  const sentence = auditSentence(entry)
  const [actor, user] = [useAtomValue(actorAtom), useAtomValue(userAtom)]
  const concerned = concernedIn(entry, (permit) =>
    actor === null ? null : openableUrl('permits', permit, actor, user),
  )
  const place = concerned === null || concerned.words === '' ? -1 : sentence.indexOf(concerned.words)
  if (concerned === null || place < 0) return sentence
  return (
    <>
      {sentence.slice(0, place)}
      <MuiLink component={Link} to={concerned.to} sx={{ fontWeight: 550 }}>
        {concerned.words}
      </MuiLink>
      {sentence.slice(place + concerned.words.length)}
    </>
  )
}

function Line({ entry }: { entry: AuditEntry }) {
  const { at } = entry
  return (
    <Box
      component="li"
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: '1fr', sm: '168px minmax(0, 1fr)', md: '168px minmax(0, 1fr) 200px' },
        columnGap: 4,
        paddingInline: 3,
        paddingBlock: 2,
        '& + &': { borderTop: 1, borderColor: 'divider' },
      }}
    >
      <Box component="time" dateTime={at} title={dateTimeTooltip(at)} sx={{ color: 'text.secondary' }}>
        {formatDateTime(at)}
      </Box>
      <Box sx={{ minWidth: 0 }}>
        <Sentence entry={entry} />
      </Box>
      <Box
        sx={{
          color: 'text.secondary',
          gridColumn: { sm: 2, md: 3 },
          fontSize: '0.75rem',
          lineHeight: '20px',
        }}
      >
        {placeWords(entry)}
      </Box>
    </Box>
  )
}

/**
 * Events around sign-in, roles, the configuration, the restricted folder and (when selected) permits, newest
 * first. The filters are in the address.
 */
export function AuditTab() {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const narrowing = narrowingAt(search)
  const result = useQuery(auditQuery(narrowing, pageAt(search)))
  return (
    <PagedList
      label={t('tab_audit')}
      answer={result}
      paging={({ metadata }) => metadata}
      head={
        <AuditFilters
          narrowing={narrowing}
          count={result.data?.metadata.count}
          onChange={(chosen) => void navigate(usersTabPath('audit', chosen), { replace: true })}
        />
      }
      empty={<EmptyState title={t('noAudit')} text={t('noAuditText')} />}
    >
      {({ entries }) => (
        <Box
          component="ol"
          aria-label={t('tab_audit')}
          sx={{
            listStyle: 'none',
            margin: 0,
            padding: 0,
            border: 1,
            borderColor: 'divider',
            borderRadius: 1,
            backgroundColor: 'portal.surface',
          }}
        >
          {entries.map((entry, index) => (
            <Line key={`${entry.at} ${index}`} entry={entry} />
          ))}
        </Box>
      )}
    </PagedList>
  )
}
