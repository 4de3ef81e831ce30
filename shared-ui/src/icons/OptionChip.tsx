import type { Option } from '@portal/contract'
import { screenOption } from '../records/declaration/screen-declaration.ts'
import { StatusChip } from './StatusChip.tsx'

/** A coded value as a chip with the label, in the language of this screen, and color of its option. */
export function OptionChip({ option }: { option: Option }) {
  const { label, colour, symbol } = screenOption(option)
  return <StatusChip label={label} {...(colour && { colour })} {...(symbol && { symbol })} />
}
