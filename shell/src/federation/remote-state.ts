import type { Sayable } from '@portal/contract'

/**
 * The state of a remote. Every retry passes through `resolving`, so that it sees a new release.
 * - `refused`: the shell does not run it (no integrity, built for another contract, an unreadable registry
 *   entry)
 * - `disabled`: switched off for this viewer
 */
export type RemoteState =
  | { kind: 'idle' }
  | { kind: 'resolving'; attempt: number }
  | { kind: 'loading'; version: string; attempt: number }
  | { kind: 'ready'; version: string }
  | { kind: 'failed'; version: string | null; attempt: number; reason: Sayable; detail: string }
  | { kind: 'refused'; version: string | null; attempt: number; reason: Sayable; detail: string }
  | { kind: 'disabled' }

export type RemoteEvent =
  | { kind: 'wanted' }
  | { kind: 'resolved'; version: string }
  | { kind: 'refused'; version: string | null; reason: Sayable; detail: string }
  | { kind: 'switched-off' }
  | { kind: 'loaded' }
  | { kind: 'broke'; reason: Sayable; detail: string }
  /** The address changed; a pending start is canceled. */
  | { kind: 'left' }

const attemptOf = (state: RemoteState) => ('attempt' in state ? state.attempt : 0)

/**
 * The state after an event. An event that does not apply to the state, such as a late answer, changes
 * nothing.
 */
export function nextState(state: RemoteState, event: RemoteEvent): RemoteState {
  switch (event.kind) {
    case 'wanted':
      return state.kind === 'resolving' || state.kind === 'loading'
        ? state
        : { kind: 'resolving', attempt: attemptOf(state) + 1 }
    case 'resolved':
      return state.kind === 'resolving'
        ? { kind: 'loading', version: event.version, attempt: state.attempt }
        : state
    case 'refused':
      return state.kind === 'resolving' ? { ...event, attempt: state.attempt } : state
    case 'switched-off':
      return { kind: 'disabled' }
    case 'loaded':
      return state.kind === 'loading' ? { kind: 'ready', version: state.version } : state
    case 'left':
      return state.kind === 'resolving' || state.kind === 'loading' ? { kind: 'idle' } : state
    case 'broke':
      return state.kind === 'disabled'
        ? state
        : {
            kind: 'failed',
            version: 'version' in state ? state.version : null,
            attempt: attemptOf(state),
            reason: event.reason,
            detail: event.detail,
          }
  }
}

/** Whether a panel in the remote's place has to explain a failure. */
export function hasFailed(state: RemoteState): state is Extract<RemoteState, { kind: 'failed' | 'refused' }> {
  return state.kind === 'failed' || state.kind === 'refused'
}
