import { channelsOfAgency, collections, isStaff } from '@portal/contract'
import type { AnyRecord, ChannelAddress } from '@portal/contract'
import {
  Facts,
  RecordLink,
  Section,
  actorAtom,
  isReference,
  optionOf,
  recordQuery,
  telUrl,
  useDeclarations,
  useNewMail,
} from '@portal/shared-ui'
import { Box, MuiLink } from '@portal/shared-ui/mui'
import { useQuery } from '@portal/shared-ui/query'
import { useAtomValue } from '@portal/shared-ui/state'
import { t } from './texts.ts'

/** The address of a channel: a link where it can be followed, else its text. */
function Address({ channel, address, isInDialog }: ChannelAddress & { isInDialog: boolean }) {
  const newMail = useNewMail()
  if (address === '') return <Box sx={{ color: 'text.secondary' }}>{t('addressUnknown')}</Box>
  // Only what begins with http is a link, also in a record of an older import.
  if (channel === 'PORTAL' && /^https?:/i.test(address))
    return (
      <MuiLink href={address} target="_blank" rel="noopener noreferrer">
        {address}
      </MuiLink>
    )
  if (channel === 'EMAIL' && newMail !== null && !isInDialog)
    return (
      <MuiLink
        component="button"
        type="button"
        onClick={() => newMail({ to: [{ name: '', address }], subject: '' })}
        sx={{ textAlign: 'start' }}
      >
        {address}
      </MuiLink>
    )
  const tel = channel === 'PHONE' ? telUrl(address) : null
  if (tel !== null) return <MuiLink href={tel}>{address}</MuiLink>
  // A postal address has lines.
  return <Box sx={{ whiteSpace: 'pre-line' }}>{address}</Box>
}

/**
 * How one submits to the agency of a permit or package, with links. Of a package that has a channel, this one
 * comes first. Nothing for clients, who do not submit, and while the agency has no ways to submit.
 */
export function WaysToSubmit({
  record: { authority, channel },
  isInDialog = false,
}: {
  record: AnyRecord
  /** Links that would leave the page, and what was typed in the dialog, are texts. */
  isInDialog?: boolean
}) {
  const actor = useAtomValue(actorAtom)
  const declaration = useDeclarations()('authorities') ?? collections.authorities
  const pid = isReference(authority) ? authority.pid : ''
  const isOffice = actor !== null && isStaff(actor.role)
  const { data } = useQuery({ ...recordQuery(declaration, pid), enabled: isOffice && pid !== '' })
  const ways = data === undefined ? [] : channelsOfAgency(data)
  if (ways.length === 0) return null
  const name = typeof data?.['name'] === 'string' ? data['name'] : ''
  const isChosen = (way: ChannelAddress) => way.channel === channel
  return (
    <Section title={t('howToSubmit')}>
      <Facts
        facts={[
          [
            t('agency'),
            isInDialog ? (
              name
            ) : (
              <RecordLink key="agency" collection="authorities" pid={pid}>
                {name}
              </RecordLink>
            ),
          ],
          ...[...ways.filter(isChosen), ...ways.filter((way) => !isChosen(way))].map(
            (way) =>
              [
                optionOf(declaration.fields['channels'], way.channel)?.label ?? way.channel,
                <Address key={way.channel} isInDialog={isInDialog} {...way} />,
              ] as const,
          ),
        ]}
      />
    </Section>
  )
}
