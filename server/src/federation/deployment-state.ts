import { createHash } from 'node:crypto'
import { toRole } from '@portal/contract'
import type { Canary, deploymentActions } from '@portal/contract'

export type DeploymentAction = (typeof deploymentActions)[number]

/** One step of a remote's history, as it decides over what is in force. */
export interface DeploymentStep {
  version: string
  reason: DeploymentAction
  canary: Canary | null
}

/** What a remote's history comes to. */
export interface DeploymentState {
  /** Null before the first activation. */
  active: string | null
  canary: { version: string; to: Canary } | null
  /** What was in force before, the latest first: what rollbacks go back to, one after the other. */
  earlier: readonly string[]
}

/**
 * Follows a history from its first step: deploying lays a version on top of those before, a rollback takes
 * off all above the one it goes back to. So a second rollback goes further back and never to and fro.
 * Whatever changes the version in force ends a canary.
 */
export function deploymentStateOf(steps: readonly DeploymentStep[]): DeploymentState {
  const stack: string[] = []
  let canary: DeploymentState['canary'] = null
  for (const { version, reason, canary: to } of steps) {
    if (reason === 'canary') {
      canary = to === null ? null : { version, to }
      continue
    }
    canary = null
    if (reason === 'end-canary') continue
    if (reason === 'rollback' && stack.includes(version)) stack.length = stack.lastIndexOf(version) + 1
    else if (stack.at(-1) !== version) stack.push(version)
  }
  const [active = null, ...earlier] = stack.toReversed()
  return { active, canary, earlier: [...new Set(earlier)].filter((version) => version !== active) }
}

/** Whoever looks, as far as a canary asks. */
export interface CanaryViewer {
  pid?: string
  role: string | null
}

/** A number from 0 to 99 that is always the same for a person and a canary. */
function placeOf(name: string, version: string, pid: string): number {
  return createHash('sha256').update(`${name} ${version} ${pid}`).digest().readUInt32BE(0) % 100
}

/**
 * Is the canary for this viewer? The same people each time; a larger part holds the smaller one. Strangers
 * get what is in force.
 */
export function isInCanary(
  name: string,
  { version, to }: NonNullable<DeploymentState['canary']>,
  viewer: CanaryViewer | null,
): boolean {
  if (viewer === null) return false
  if ('role' in to) return toRole(viewer.role) === to.role
  return viewer.pid !== undefined && placeOf(name, version, viewer.pid) < to.percent
}
