import { shellConfig } from '@portal/shared-ui/webpack'

export default shellConfig(import.meta.dirname)
