import { openTab } from '@portal/shared-ui/test-support'
import type { OpenedTab } from '@portal/shared-ui/test-support'
import { routes } from '../routes.tsx'

export interface OpenedPermitTab extends Pick<OpenedTab, 'label' | 'mountInto' | 'answer' | 'as'> {
  /** A pending permit. */
  permit: OpenedTab['record']
}

/** Opens a tab of a permit's drawer at its address, with a server that gives these answers. */
export const openPermitTab = ({ permit, ...tab }: OpenedPermitTab) =>
  openTab({ ...tab, routes, collection: 'permits', heading: 'Processing permits', record: permit })
