import type { DeployedRemote, DeployedVersion } from '@portal/contract'
import { ConfirmDialog, Row, Rows, StatusChip } from '@portal/shared-ui'
import { Button } from '@portal/shared-ui/mui'
import { useId, useState } from 'react'
import { moduleName } from '../../../words/names.ts'
import { versionFacts } from './deployment-words.ts'
import { activate, makePreview } from './modules.queries.ts'
import { t } from './texts.ts'
import { useDeploying, useWhyNotDeploy } from './use-deploying.ts'

/** What is said after a version was activated or restored. */
export const activationWords = ({ name }: Pick<DeployedRemote, 'name'>) => ({
  done: ({ version }: { version: string }) => t('nowInForce', { name: moduleName(name), version }),
  failed: t('notInForce'),
})

interface VersionRowProps {
  remote: DeployedRemote
  version: DeployedVersion
  /** Why this version cannot be activated here, or null. */
  whyNot: string | null
  onActivate: () => void
  onPreview: () => void
}

function VersionRow({ remote, version, whyNot, onActivate, onPreview }: VersionRowProps) {
  const id = useId()
  return (
    <Row
      titleId={id}
      title={version.version}
      mark={
        version.state === 'kept' ? undefined : (
          <StatusChip
            label={t(`state_${version.state}`)}
            colour={version.state === 'active' ? 'green' : 'blue'}
            symbol="check"
          />
        )
      }
      facts={versionFacts(version)}
    >
      {version.version !== remote.active &&
        (
          [
            ['makePreview', onPreview],
            ['activate', onActivate],
          ] as const
        ).map(([action, onClick]) => (
          <Button
            key={action}
            size="small"
            variant="outlined"
            aria-describedby={id}
            disabled={whyNot !== null}
            title={whyNot ?? undefined}
            onClick={onClick}
          >
            {t(action)}
          </Button>
        ))}
    </Row>
  )
}

const hasFailed = ({ trial }: DeployedVersion) => trial !== null && trial.failure !== null

/** What speaks against activating a version; nothing if it was mounted before. */
function warningOf({ trial, mounts, failures }: DeployedVersion): string[] {
  if (trial === null) return mounts > failures ? [] : [t('activateUntried')]
  return trial.failure === null ? [] : [t('activateFailed', { failure: trial.failure })]
}

/** The stored versions of a module, each with actions to preview and to activate it. */
export function VersionList({ remote }: { remote: DeployedRemote }) {
  const [asked, setAsked] = useState<DeployedVersion | null>(null)
  const whyNot = useWhyNotDeploy(remote.name)
  const forward = useDeploying(activate, activationWords(remote))
  const previewing = useDeploying(makePreview, {
    done: () => t('previewMade'),
    failed: t('previewNotMade'),
  })
  const name = moduleName(remote.name)
  return (
    <>
      <Rows label={t('versionsOf', { name })}>
        {remote.versions.map((version) => (
          <VersionRow
            key={version.version}
            remote={remote}
            version={version}
            whyNot={whyNot}
            onActivate={() => setAsked(version)}
            onPreview={() => previewing.mutate({ name: remote.name, version: version.version })}
          />
        ))}
      </Rows>
      {asked !== null && (
        <ConfirmDialog
          title={t('activateTitle', { name, version: asked.version })}
          text={[t('activateText'), ...warningOf(asked)].join(' ')}
          yes={t(hasFailed(asked) ? 'activateAnyway' : 'activate')}
          onNo={() => setAsked(null)}
          onYes={() => {
            setAsked(null)
            const { version } = asked
            forward.mutate({ name: remote.name, version, anyway: hasFailed(asked) })
          }}
        />
      )}
    </>
  )
}
