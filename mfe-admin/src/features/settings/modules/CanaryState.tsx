import type { DeployedRemote } from '@portal/contract'
import { Row, Rows, StatusChip, formatNumber } from '@portal/shared-ui'
import { Typography } from '@portal/shared-ui/mui'
import { useId } from 'react'
import { canaryWords, verdictWords } from './deployment-words.ts'
import { t } from './page-texts.ts'

const marks = {
  running: { colour: 'blue', symbol: 'clock' },
  passed: { colour: 'green', symbol: 'check' },
  withdrawn: { colour: 'red', symbol: 'cross' },
} as const

function Judged({ version }: { version: DeployedRemote['versions'][number] }) {
  const id = useId()
  const { verdict, evidence } = version
  if (verdict === undefined || evidence === undefined) return null
  return (
    <Row
      titleId={id}
      title={version.version}
      mark={<StatusChip label={t(`verdict_${verdict}`)} {...marks[verdict]} />}
      facts={[
        ...verdictWords(version),
        t('likelihood', { ratio: formatNumber(Math.round(evidence.likelihoodRatio)) }),
      ]}
    />
  )
}

/** The canary of now, and the verdicts about stored versions that were one, with their evidence. */
export function CanaryState({ remote }: { remote: DeployedRemote }) {
  const judged = remote.versions.filter(({ verdict }) => verdict !== undefined)
  return (
    <>
      <Typography sx={{ color: 'text.secondary', paddingBottom: judged.length === 0 ? 0 : 3 }}>
        {canaryWords(remote) ?? t('noCanary')}
      </Typography>
      {judged.length > 0 && (
        <Rows label={t('canary')}>
          {judged.map((version) => (
            <Judged key={version.version} version={version} />
          ))}
        </Rows>
      )}
    </>
  )
}
