import { createPanel } from '@portal/shared-ui'
import { LastMailCard } from '../features/mailbox/glance/LastMailCard.tsx'

/** The card `Last mail` in the drawer of a record. */
export const { mountInto } = createPanel<'record.card'>(LastMailCard, () => import('../spanish.ts'))
