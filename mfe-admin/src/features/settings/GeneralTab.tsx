import { OfficeAddressStates, collectionNames, collections, fieldLabel, findField } from '@portal/contract'
import type { CollectionName, ConfigurationView, LinkedRecordCallback } from '@portal/contract'
import { SlotPanels, crud, formatNumber, roleAtom } from '@portal/shared-ui'
import {
  Box,
  Stack,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableRow,
  Typography,
} from '@portal/shared-ui/mui'
import { queryOptions, useQuery } from '@portal/shared-ui/query'
import { useAtomValue } from '@portal/shared-ui/state'
import { t } from '../../texts.ts'
import { AddressList } from './AddressList.tsx'
import { Facts } from './Facts.tsx'
import { FileSafety } from './FileSafety.tsx'
import { Limits } from './Limits.tsx'
import { OfficeFacts } from './OfficeFacts.tsx'
import { OfficeZone } from './OfficeZone.tsx'
import { Packages } from './Packages.tsx'
import { Retention } from './Retention.tsx'
import { SettingsSection } from './SettingsSection.tsx'
import { SecondApproval } from './SecondApproval.tsx'
import { Storage } from './storage/Storage.tsx'
import { collectionLabel } from '../../words/names.ts'
import type { Settings } from './use-settings.ts'

function labelIn(collection: CollectionName, name: string): string {
  return fieldLabel(name, findField(collections[collection], name))
}

/** The rule as a sentence. The source field belongs to the collection that the link points to. */
function sentence(collection: CollectionName, callback: LinkedRecordCallback): string {
  const target = findField(collections[collection], callback.get_from)?.to
  const source =
    target === undefined || target === 'files'
      ? callback.assigned_value
      : labelIn(target, callback.assigned_value)
  return t('callback', {
    link: labelIn(collection, callback.get_from),
    target: labelIn(collection, callback.assign_to_field),
    source,
  })
}

function Callbacks({ callbacks }: { callbacks: ConfigurationView['callbacks'] }) {
  const rows = collectionNames.flatMap((name) =>
    (callbacks[name] ?? []).map((callback) => ({ name, text: sentence(name, callback) })),
  )
  return (
    <Box component="section" sx={{ maxWidth: 720 }}>
      <Typography variant="h2" sx={{ paddingBottom: 2 }}>
        {t('callbacks')}
      </Typography>
      {rows.length === 0 ? (
        <Typography sx={{ color: 'text.secondary' }}>{t('callbacksNone')}</Typography>
      ) : (
        <Table aria-label={t('callbacks')}>
          <TableHead>
            <TableRow>
              <TableCell sx={{ width: 160 }}>{t('thing')}</TableCell>
              <TableCell>{t('rule')}</TableCell>
            </TableRow>
          </TableHead>
          <TableBody>
            {rows.map(({ name, text }) => (
              <TableRow key={`${name} ${text}`}>
                <TableCell component="th" scope="row">
                  {collectionLabel(name)}
                </TableCell>
                <TableCell>{text}</TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      )}
    </Box>
  )
}

/**
 * Which stored addresses are in force. A user or a domain may change without a new configuration version, so
 * it is loaded each time the tab opens.
 */
const addressStatesQuery = (version: number) =>
  queryOptions({
    queryKey: ['office-addresses', version],
    queryFn: ({ signal }) =>
      crud({ apiPath: '/config/addresses', method: 'GET' }, OfficeAddressStates, { signal }),
    staleTime: 0,
  })

/** Addresses, requirements for packages, limits, retention, and rules for linked records. */
export function GeneralTab({ settings: edited }: { settings: Settings }) {
  const { configuration, changes, set } = edited
  const { settings, currency, version, callbacks } = configuration
  const states = useQuery(addressStatesQuery(version))
  const whyFixed = useAtomValue(roleAtom) === 'superadmin' ? null : t('superadminsOnly')
  return (
    <Stack spacing={8}>
      <AddressList
        addresses={settings.emailIds}
        isChanged={changes.some(({ field }) => field === 'settings.emailIds')}
        states={states.data}
        unchecked={states.data === undefined && states.error !== null ? states.error.message : null}
        whyFixed={whyFixed}
        onChange={(addresses) => set(['settings', 'emailIds'], addresses)}
      />
      <SecondApproval settings={edited} />
      <OfficeFacts settings={edited} />
      <OfficeZone settings={edited} />
      <Packages settings={edited} />
      <Limits settings={edited} />
      <Storage />
      <Retention settings={edited} />
      <FileSafety />
      <Facts
        heading={t('records')}
        facts={[
          // Fixed, because amounts are stored in minor units of the currency: another currency would change
          // their value.
          { label: t('currency'), value: t('currencyOf', { currency }) },
          { label: t('version'), value: formatNumber(version) },
        ]}
      />
      <Callbacks callbacks={callbacks} />
      <SlotPanels
        slot="settings.section"
        input={{}}
        around={(content, label) => <SettingsSection heading={label}>{content}</SettingsSection>}
      />
    </Stack>
  )
}
