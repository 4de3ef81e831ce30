import type { Option } from '@portal/contract'
import { StatusChip } from './StatusChip.tsx'

/** A coded value as a chip with the label and color of its option. */
export function OptionChip({ option: { label, colour, symbol } }: { option: Option }) {
  return <StatusChip label={label} {...(colour && { colour })} {...(symbol && { symbol })} />
}
