import type { Reference, TableName } from '@portal/contract'
import { ReferencePicker } from '@portal/shared-ui'
import { FormControl, FormHelperText, InputLabel } from '@portal/shared-ui/mui'
import { useId } from 'react'

export interface PickerFieldProps {
  label: string
  /** The background behind the field, which the label uses to cover the border. */
  ground: 'portal.raised' | 'portal.surface' | 'portal.page'
  to: TableName
  value: Reference | null
  onChange: (value: Reference | null) => void
  isRequired?: boolean
  disabled?: boolean
  /** The error of the field. */
  problem?: string | null
}

/** A record selected by typing, with its label in the border like other fields. */
export function PickerField({
  label,
  ground,
  to,
  value,
  onChange,
  isRequired = false,
  disabled = false,
  problem = null,
}: PickerFieldProps) {
  const id = useId()
  const described = problem === null ? {} : { 'aria-describedby': `${id}-problem` }
  return (
    <FormControl fullWidth error={problem !== null} disabled={disabled}>
      <InputLabel
        id={id}
        shrink
        sx={{ backgroundColor: ground, paddingInline: 1.5, marginInlineStart: -1.5 }}
      >
        {label}
      </InputLabel>
      <ReferencePicker
        to={disabled ? null : to}
        value={value}
        onChange={onChange}
        hasProblem={problem !== null}
        named={{ 'aria-labelledby': id, ...(isRequired && { 'aria-required': true }), ...described }}
      />
      {problem !== null && <FormHelperText id={`${id}-problem`}>{problem}</FormHelperText>}
    </FormControl>
  )
}
