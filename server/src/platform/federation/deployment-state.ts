import { createHash } from 'node:crypto'
import { toRole } from '@portal/contract'
import type { Canary, deploymentActions } from '@portal/contract'

export type DeploymentAction = (typeof deploymentActions)[number]

/** One entry of a remote's deployment history. */
export interface DeploymentStep {
  version: string
  reason: DeploymentAction
  canary: Canary | null
}

/** The state that results from a remote's deployment history. */
export interface DeploymentState {
  /** Null before the first activation. */
  active: string | null
  canary: { version: string; to: Canary } | null
  /** Earlier active versions, latest first. Rollbacks return to them in this order. */
  earlier: readonly string[]
}

/**
 * Computes the state from the history, oldest step first. A deployment puts a version on top of a stack. A
 * rollback removes all versions above its target, so a second rollback goes further back and does not
 * alternate between two versions. Every change of the active version ends a canary.
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

/** The properties of a viewer that decide on a canary. */
export interface CanaryViewer {
  pid?: string
  role: string | null
}

/** A number from 0 to 99 that is constant for a person and a canary or flag. */
export function placeOf(name: string, version: string, pid: string): number {
  return createHash('sha256').update(`${name} ${version} ${pid}`).digest().readUInt32BE(0) % 100
}

/**
 * True when this viewer gets the canary. The selection of people is stable, and a larger percentage includes
 * the people of a smaller one. Without a session, a viewer gets the active version.
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
