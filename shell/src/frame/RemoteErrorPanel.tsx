import { inEnglish, localizeOnScreen, screenLabel } from '@portal/contract'
import { addToastAtom, Icon } from '@portal/shared-ui'
import { useAtomValue, useSetAtom } from '@portal/shared-ui/state'
import { remotesAtom } from '../federation/federation.state.ts'
import { earlierVersion } from '../federation/resolve.ts'
import type { RemoteState } from '../federation/remote-state.ts'
import { mdiPowerPlugOffOutline } from '../icons.ts'
import { titleAtom } from '../navigation/navigation.state.ts'
import { t } from '../texts.ts'

type Trouble = Extract<RemoteState, { kind: 'failed' | 'refused' }>

interface RemoteTroubleProps {
  state: Trouble
  remote: string
  onRetry: () => void
  onEarlier: () => void
}

/** The details that developers need to find the error. */
export function troubleDetails(
  { remote, owner, state }: { remote: string; owner: string; state: Trouble },
  address: string,
  now: Date,
): string {
  return [
    `Part: ${remote}`,
    `Version: ${state.version ?? 'unknown'}`,
    `Owner: ${owner}`,
    `State: ${state.kind}, attempt ${state.attempt}`,
    `Reason: ${inEnglish(state.reason)}`,
    `Fault: ${state.detail}`,
    `Address: ${address}`,
    `Time: ${now.toISOString()}`,
  ].join('\n')
}

/**
 * Replaces a remote that failed: which one, which version, why, and what to do. The rest of the portal keeps
 * working.
 */
export function RemoteErrorPanel({ state, remote, onRetry, onEarlier }: RemoteTroubleProps) {
  const remotes = useAtomValue(remotesAtom)
  const earlier = earlierVersion(remote, remotes)
  const owner = remotes.find(({ name }) => name === remote)?.manifest.owner ?? 'unknown'
  const title = screenLabel(useAtomValue(titleAtom))
  const toast = useSetAtom(addToastAtom)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(troubleDetails({ remote, owner, state }, location.href, new Date()))
      toast({ title: t('detailsCopied') })
    } catch {
      toast({ title: t('detailsNotCopied'), colour: 'red' })
    }
  }
  return (
    <section className="trouble" role="alert">
      <Icon path={mdiPowerPlugOffOutline} size={32} />
      <h2>{t('troubleTitle', { title })}</h2>
      <p>{t('troubleText', { remote, reason: localizeOnScreen(state.reason) })}</p>
      <p className="caption">
        {state.version === null
          ? t('troubleNoVersion', { remote, owner })
          : t('troubleVersion', { remote, version: state.version, owner })}
      </p>
      <p className="button-row">
        <button type="button" className="button" data-kind="primary" onClick={onRetry}>
          {t('tryAgain')}
        </button>
        {earlier !== null && earlier !== state.version && (
          <button
            type="button"
            className="button"
            title={t('troubleVersion', { remote, version: earlier, owner })}
            onClick={onEarlier}
          >
            {t('usePrevious')}
          </button>
        )}
        <button type="button" className="button" onClick={() => void copy()}>
          {t('copyDetails')}
        </button>
      </p>
    </section>
  )
}
