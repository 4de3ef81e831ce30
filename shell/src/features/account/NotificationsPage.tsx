import { deliveryWays } from '@portal/contract/notifications'
import type { DeliveryWay, Preferences } from '@portal/contract/notifications'
import { formatTimeOfDay } from '@portal/contract'
import { ErrorPanel, Rows, SkeletonTable, roleAtom, rowSx } from '@portal/shared-ui'
import { Alert, Box, Button, MenuItem, Select, Stack, Typography } from '@portal/shared-ui/mui'
import { useQuery } from '@portal/shared-ui/query'
import { useAtomValue } from '@portal/shared-ui/state'
import { useId } from 'react'
import { Section } from './Section.tsx'
import { preferencesQuery } from '../../notifications/notifications.queries.ts'
import { QuietHoursForm } from './QuietHoursForm.tsx'
import { t } from '../../notifications/texts.ts'
import { usePreferencesChange } from './use-preferences-change.ts'
import { WatchingSection } from './WatchingSection.tsx'

type Choice = Preferences['kinds'][number]

/** One kind: its name and how it reaches the user. A choice applies at once. */
function KindRow({
  choice: { kind, way, byDefault, isMandatory },
  isBusy,
  onChoose,
}: {
  choice: Choice
  isBusy: boolean
  onChoose: (way: DeliveryWay) => void
}) {
  const id = useId()
  const labelOf = (each: DeliveryWay) =>
    each === byDefault ? t('byDefault', { way: t(`way_${each}`) }) : t(`way_${each}`)
  return (
    <Box component="li" sx={rowSx}>
      <Box id={id} sx={{ flex: '1 1 220px', minWidth: 0 }}>
        {t(`kind_${kind}`)}
      </Box>
      <Box sx={{ flex: '0 1 260px', minWidth: 200 }}>
        {isMandatory ? (
          <Typography sx={{ color: 'text.secondary', paddingBlock: 1 }}>{t('mandatory')}</Typography>
        ) : (
          <Select
            size="small"
            fullWidth
            value={way}
            // The closed select is narrow on a phone; what the default is stands in the list.
            renderValue={(shown) => t(`way_${shown}`)}
            disabled={isBusy}
            inputProps={{ 'aria-labelledby': id }}
            SelectDisplayProps={{ 'aria-labelledby': id }}
            onChange={({ target }) => {
              const chosen = deliveryWays.find((deliveryWay) => deliveryWay === target.value)
              if (chosen !== undefined) onChoose(chosen)
            }}
          >
            {deliveryWays.map((deliveryWay) => (
              <MenuItem key={deliveryWay} value={deliveryWay}>
                {labelOf(deliveryWay)}
              </MenuItem>
            ))}
          </Select>
        )}
      </Box>
    </Box>
  )
}

function Choices({ preferences }: { preferences: Preferences }) {
  const change = usePreferencesChange(t('saved'))
  const { kinds, isMailSetUp } = preferences
  const own = kinds.filter(({ way, byDefault }) => way !== byDefault)
  return (
    <>
      {!isMailSetUp && <Alert severity="info">{t('noMail')}</Alert>}
      <Rows label={t('heading')}>
        {kinds.map((choice) => (
          <KindRow
            key={choice.kind}
            choice={choice}
            isBusy={change.isPending}
            onChoose={(way) =>
              change.mutate({ kinds: { [choice.kind]: way === choice.byDefault ? null : way } })
            }
          />
        ))}
      </Rows>
      {own.length > 0 && (
        <Box>
          <Button
            variant="outlined"
            disabled={change.isPending}
            onClick={() =>
              change.mutate({ kinds: Object.fromEntries(own.map(({ kind }) => [kind, null] as const)) })
            }
          >
            {t('useDefaults')}
          </Button>
        </Box>
      )}
    </>
  )
}

/** Notification settings: how the user is notified, and when mail waits. Mail leads here. */
export default function NotificationsPage() {
  const hasRole = useAtomValue(roleAtom) !== null
  const { data, error, refetch } = useQuery({ ...preferencesQuery, enabled: hasRole })
  return (
    <Box sx={{ maxWidth: 720, marginInline: 'auto', paddingBlock: { xs: 0, sm: 2 } }}>
      <Stack spacing={9}>
        <Section
          heading={t('heading')}
          text={t('text', { time: formatTimeOfDay(data?.digestAt ?? '07:00') })}
        >
          {data !== undefined && <Choices preferences={data} />}
          {data === undefined && error !== null && (
            <ErrorPanel error={error} title={t('failed')} onRetry={() => void refetch()} />
          )}
          {data === undefined && error === null && (
            <Box role="status" aria-label={t('loading')}>
              <SkeletonTable widths={[280, 200]} rows={6} />
            </Box>
          )}
        </Section>
        {data !== undefined && (
          <Section heading={t('quiet')} text={t('quietText', { zone: data.timeZone.replaceAll('_', ' ') })}>
            <QuietHoursForm
              key={`${data.quietHours?.from} ${data.quietHours?.to}`}
              quietHours={data.quietHours}
            />
          </Section>
        )}
        <WatchingSection />
      </Stack>
    </Box>
  )
}
