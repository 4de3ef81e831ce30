import { mdiArrowUp, mdiClose } from '@mdi/js'
import { Configuration } from '@portal/contract'
import type { OfficeAddressStates } from '@portal/contract'
import { Icon, StatusChip } from '@portal/shared-ui'
import { Box, Button, IconButton, Stack, TextField, Typography } from '@portal/shared-ui/mui'
import { useState } from 'react'
import type { FormEvent } from 'react'
import { t } from '../../texts.ts'
import { SettingsSection } from './SettingsSection.tsx'

const Addresses = Configuration.shape.settings.shape.emailIds

/** The error in an additional address, or null. */
function problemOf(address: string, known: readonly string[]): string | null {
  if (address === '') return t('addressEmpty')
  if (known.some((each) => each.toLowerCase() === address.toLowerCase())) return t('addressTwice')
  if (!Addresses.safeParse([address]).success) return t('addressWrong')
  return Addresses.safeParse([...known, address]).success ? null : t('addressesFull')
}

/** Addresses that are not in force, with the reason as a sentence. */
function faultsIn(states: OfficeAddressStates | undefined): ReadonlyMap<string, string> {
  const domains = states?.domains.join(', ') ?? ''
  return new Map(
    states?.addresses.flatMap(({ address, fault }): [string, string][] =>
      fault === null ? [] : [[address, t(`notInForce_${fault}`, { domains })]],
    ),
  )
}

interface AddressListProps {
  addresses: readonly string[]
  isChanged: boolean
  /** The server's state of the stored addresses; undefined until loaded. */
  states: OfficeAddressStates | undefined
  /** Why the states could not be loaded, or null. */
  unchecked: string | null
  /** Why the list cannot be changed here, or null. */
  whyFixed: string | null
  onChange: (addresses: readonly string[]) => void
}

/**
 * The portal's own addresses. The first one in force is the main address. Source: specification.md 3,
 * decision 0035.
 */
export function AddressList({
  addresses,
  isChanged,
  states,
  unchecked,
  whyFixed,
  onChange,
}: AddressListProps) {
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const faults = faultsIn(states)
  const main = addresses.find((address) => !faults.has(address))
  const add = (event: FormEvent) => {
    event.preventDefault()
    const address = typed.trim()
    const found = problemOf(address, addresses)
    setProblem(found)
    if (found !== null) return
    onChange([...addresses, address])
    setTyped('')
  }
  return (
    <SettingsSection heading={t('emailIds')} isChanged={isChanged}>
      <Typography sx={{ color: 'text.secondary', paddingBottom: 2 }}>{t('emailIdsHint')}</Typography>
      {whyFixed !== null && <Typography sx={{ paddingBottom: 2 }}>{whyFixed}</Typography>}
      {unchecked !== null && (
        <Typography sx={{ paddingBottom: 2, color: 'error.main' }}>
          {t('inForceUnknown', { reason: unchecked })}
        </Typography>
      )}
      {addresses.length === 0 ? (
        <Typography sx={{ paddingBottom: 3 }}>{t('emailIdsNone')}</Typography>
      ) : (
        <Box
          component="ul"
          aria-label={t('emailIds')}
          sx={{ margin: 0, padding: 0, paddingBottom: 3, listStyle: 'none' }}
        >
          {addresses.map((address, index) => (
            <Stack
              component="li"
              key={address}
              direction="row"
              spacing={2}
              useFlexGap
              sx={{
                alignItems: 'center',
                flexWrap: faults.has(address) ? 'wrap' : { xs: 'wrap', sm: 'nowrap' },
                minHeight: 40,
              }}
            >
              <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>{address}</Box>
              {address === main && <StatusChip label={t('mainAddress')} colour="green" symbol="check" />}
              {faults.has(address) && <StatusChip label={t('notInForce')} colour="red" symbol="alert" />}
              <Box sx={{ flex: 1 }} />
              {index > 0 && whyFixed === null && !faults.has(address) && (
                <Button
                  size="small"
                  startIcon={<Icon path={mdiArrowUp} size={16} />}
                  aria-label={t('makeMainOf', { address })}
                  onClick={() => onChange([address, ...addresses.filter((each) => each !== address)])}
                  sx={{ flex: 'none' }}
                >
                  {t('makeMain')}
                </Button>
              )}
              {whyFixed === null && (
                <IconButton
                  size="small"
                  aria-label={t('removeAddress', { address })}
                  onClick={() => onChange(addresses.filter((each) => each !== address))}
                >
                  <Icon path={mdiClose} size={16} />
                </IconButton>
              )}
              {faults.has(address) && (
                <Typography sx={{ width: '100%', color: 'text.secondary', paddingBottom: 2 }}>
                  {faults.get(address)}
                </Typography>
              )}
            </Stack>
          ))}
        </Box>
      )}
      {whyFixed === null && (
        <Stack
          component="form"
          noValidate
          direction="row"
          spacing={2}
          onSubmit={add}
          sx={{ alignItems: 'flex-start' }}
        >
          <TextField
            label={t('newAddress')}
            type="email"
            size="small"
            value={typed}
            onChange={(event) => {
              setTyped(event.target.value)
              setProblem(null)
            }}
            error={problem !== null}
            helperText={problem}
            sx={{ flex: 1, maxWidth: 400 }}
          />
          <Button type="submit" variant="outlined">
            {t('addAddress')}
          </Button>
        </Stack>
      )}
    </SettingsSection>
  )
}
