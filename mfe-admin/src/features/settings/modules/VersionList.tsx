import type { DeployedRemote, DeployedVersion } from '@portal/contract'
import { ConfirmDialog, Row, Rows, StatusChip } from '@portal/shared-ui'
import { Button } from '@portal/shared-ui/mui'
import { useId, useState } from 'react'
import { moduleName } from '../../../words/names.ts'
import { versionFacts } from './deployment-words.ts'
import { activate } from './modules.queries.ts'
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
}

function VersionRow({ remote, version, whyNot, onActivate }: VersionRowProps) {
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
      {version.version !== remote.active && (
        <Button
          size="small"
          variant="outlined"
          aria-describedby={id}
          disabled={whyNot !== null}
          title={whyNot ?? undefined}
          onClick={onActivate}
        >
          {t('activate')}
        </Button>
      )}
    </Row>
  )
}

/** The stored versions of a module, each with an action to activate it. */
export function VersionList({ remote }: { remote: DeployedRemote }) {
  const [asked, setAsked] = useState<string | null>(null)
  const whyNot = useWhyNotDeploy(remote.name)
  const forward = useDeploying(activate, activationWords(remote))
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
            onActivate={() => setAsked(version.version)}
          />
        ))}
      </Rows>
      {asked !== null && (
        <ConfirmDialog
          title={t('activateTitle', { name, version: asked })}
          text={t('activateText')}
          yes={t('activate')}
          onNo={() => setAsked(null)}
          onYes={() => {
            setAsked(null)
            forward.mutate({ name: remote.name, version: asked })
          }}
        />
      )}
    </>
  )
}
