import { createPanel } from '@portal/shared-ui'
import { UnreadTile } from '../features/mailbox/glance/UnreadTile.tsx'

/** The tile `Unread mail` on the Overview. */
export const { mountInto } = createPanel<'overview.tile'>(UnreadTile, () => import('../spanish.ts'))
