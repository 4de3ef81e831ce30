import type { DeployedRemote, RemoteHealth } from '@portal/contract'
import { Typography } from '@portal/shared-ui/mui'
import { Failures } from './Failures.tsx'
import { t } from './page-texts.ts'

type Props = { remote: DeployedRemote } & Pick<RemoteHealth, 'failures' | 'errors'>

/** What failed in each version that had errors, those of the last 30 days. */
export function ErrorsByVersion({ remote, failures, errors }: Props) {
  const all = [...failures, ...errors]
  const versions = new Set([
    ...remote.versions.map(({ version }) => version),
    ...all.map(({ version }) => version),
  ])
  const listed = [...versions].flatMap((version) => {
    const own = all.filter((each) => each.version === version)
    return own.length === 0 ? [] : [{ version, own }]
  })
  if (listed.length === 0) return <Typography sx={{ color: 'text.secondary' }}>{t('noErrors')}</Typography>
  return listed.map(({ version, own }) => (
    <Failures key={version ?? ''} heading={version ?? t('unknownVersion')} failures={own} isPart />
  ))
}
