import { toOrgRole, toRole } from '@portal/contract'
import { actorAtom, screenOptions } from '@portal/shared-ui'
import { FormControl, FormHelperText, InputLabel, MenuItem, Select, Typography } from '@portal/shared-ui/mui'
import { useAtomValue } from '@portal/shared-ui/state'
import { useId } from 'react'
import { grantable, missingIn, orgRoles } from './role-assignment.ts'
import type { RoleAssignment } from './role-assignment.ts'
import { PickerField } from '../../parts/PickerField.tsx'
import type { PickerFieldProps } from '../../parts/PickerField.tsx'
import { t } from './texts.ts'

export interface PlaceFieldsProps {
  place: RoleAssignment
  onChange: (place: RoleAssignment) => void
  /** After a submit attempt: missing fields show their error. */
  wasTried: boolean
  disabled?: boolean
  ground?: PickerFieldProps['ground']
}

/**
 * A role and, for a client, the organization and the role in it. Roles the viewer may not grant are disabled
 * and say why.
 */
export function RoleAssignmentFields({
  place,
  onChange,
  wasTried,
  disabled = false,
  ground = 'portal.raised',
}: PlaceFieldsProps) {
  const actor = useAtomValue(actorAtom)
  const id = useId()
  const missing = wasTried ? missingIn(place) : null
  if (actor === null) return null
  return (
    <>
      <FormControl fullWidth error={missing === 'role'} disabled={disabled} required>
        <InputLabel id={`${id}-role`}>{t('role')}</InputLabel>
        <Select
          labelId={`${id}-role`}
          label={t('role')}
          value={place.role ?? ''}
          onChange={({ target }) => onChange({ ...place, role: toRole(target.value) })}
          renderValue={(value) => (toRole(value) === null ? '' : t(`role_${toRole(value) ?? 'team'}`))}
        >
          {grantable(actor.role).map(({ role, isAllowed }) => (
            <MenuItem key={role} value={role} disabled={!isAllowed} sx={{ display: 'block' }}>
              {t(`role_${role}`)}
              <Typography
                component="span"
                variant="caption"
                sx={{ display: 'block', color: 'text.secondary' }}
              >
                {isAllowed ? t(`roleHint_${role}`) : t('superadminOnly')}
              </Typography>
            </MenuItem>
          ))}
        </Select>
        {missing === 'role' && <FormHelperText>{t('roleMissing')}</FormHelperText>}
      </FormControl>
      {place.role === 'client' && (
        <>
          <PickerField
            label={t('organization')}
            ground={ground}
            to="orgs"
            value={place.org}
            onChange={(org) => onChange({ ...place, org })}
            isRequired
            disabled={disabled}
            problem={missing === 'org' ? t('orgMissing') : null}
          />
          <FormControl fullWidth disabled={disabled}>
            <InputLabel id={`${id}-orgRole`} shrink>
              {t('orgRole')}
            </InputLabel>
            <Select
              labelId={`${id}-orgRole`}
              label={t('orgRole')}
              displayEmpty
              notched
              value={place.orgRole ?? ''}
              onChange={({ target }) =>
                onChange({ ...place, orgRole: target.value === '' ? null : target.value })
              }
            >
              <MenuItem value="">{t('orgRoleNone')}</MenuItem>
              {screenOptions(orgRoles).map(({ code, label }) => (
                <MenuItem key={code} value={code}>
                  {label}
                </MenuItem>
              ))}
            </Select>
            <FormHelperText>{t(`orgRoleHint_${toOrgRole(place.orgRole) ?? 'none'}`)}</FormHelperText>
          </FormControl>
        </>
      )}
    </>
  )
}
