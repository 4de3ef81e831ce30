import { remoteConfig } from '@portal/shared-ui/webpack'

export default remoteConfig(import.meta.dirname)
