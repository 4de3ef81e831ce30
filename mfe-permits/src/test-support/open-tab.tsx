import { openTab } from '@portal/shared-ui/test-support'
import type { OpenedTab } from '@portal/shared-ui/test-support'
import { routes } from '../routes.tsx'

export interface OpenedPermitTab extends Pick<OpenedTab, 'label' | 'mountInto' | 'answer' | 'as'> {
  /** A permit on the way. */
  permit: OpenedTab['record']
}

/** Opens a tab of a permit's drawer at its address, at a server that answers as it is told. */
export const openPermitTab = ({ permit, ...tab }: OpenedPermitTab) =>
  openTab({ ...tab, routes, collection: 'permits', heading: 'Processing permits', record: permit })
