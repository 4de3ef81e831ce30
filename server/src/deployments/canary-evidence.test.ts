import assert from 'node:assert/strict'
import { test } from 'node:test'
import { failsMoreOften, failureEvidence } from './canary-evidence.ts'
import type { CanaryMinute } from './canary-evidence.ts'
import { minAttemptsPerShare, rolloutShares } from './canary-rollouts.ts'

/** The same random numbers for every run (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

interface Traffic {
  random: () => number
  /** Share of the canary in all mounts, from 0 to 1. */
  share: number
  /** Probability of a failure. */
  canary: number
  stable: number
  perMinute: number
}

/** One minute of mounts. */
function minuteOf({ random, share, canary, stable, perMinute }: Traffic): CanaryMinute {
  const minute = { canary: { attempts: 0, failures: 0 }, stable: { attempts: 0, failures: 0 } }
  for (let mount = 0; mount < perMinute; mount += 1) {
    const isCanary = random() < share
    const side = isCanary ? minute.canary : minute.stable
    side.attempts += 1
    if (random() < (isCanary ? canary : stable)) side.failures += 1
  }
  return minute
}

/** Canary mounts until it is withdrawn, judged after every minute; null when it stays. */
function withdrawnAfter(traffic: Traffic, shares: readonly number[], mountsPerShare: number): number | null {
  const minutes: CanaryMinute[] = []
  let mounts = 0
  for (const share of shares) {
    for (let seen = 0; seen < mountsPerShare;) {
      const minute = minuteOf({ ...traffic, share })
      minutes.push(minute)
      seen += minute.canary.attempts
      mounts += minute.canary.attempts
      if (failsMoreOften(minutes)) return mounts
    }
  }
  return null
}

const steps = rolloutShares.map((percent) => percent / 100)
/** The task `judge-canaries` runs every ten seconds. */
const judgedPerMinute = 6
const rollouts = process.env['PROVE'] === '1' ? 2_000 : 300

/** A canary that always fails: the mounts after which it would be withdrawn, and the seconds until it is. */
function withdrawnAlways(traffic: Traffic): { mounts: number; seconds: number } {
  const minutes: CanaryMinute[] = []
  let [total, mounts] = [0, 0]
  for (let look = 1; look < 10_000; look += 1) {
    const part = minuteOf({ ...traffic, perMinute: traffic.perMinute / judgedPerMinute })
    const { attempts } = part.canary
    for (let seen = 1; seen <= attempts && mounts === 0; seen += 1) {
      const stable = { attempts: Math.round((part.stable.attempts * seen) / attempts), failures: 0 }
      if (failsMoreOften([...minutes, { canary: { attempts: seen, failures: seen }, stable }]))
        mounts = total + seen
    }
    total += attempts
    minutes.push(part)
    if (failsMoreOften(minutes)) return { mounts: mounts || total, seconds: (look * 60) / judgedPerMinute }
  }
  return assert.fail('never withdrawn')
}

test('a canary that always fails is withdrawn after at most 20 of its mounts, and within 60 s if it has 18 a minute', (context) => {
  for (const [index, share] of steps.entries()) {
    for (const canaryPerMinute of [6, 18, 180]) {
      const results = Array.from({ length: 100 }, (_, seed) => {
        const random = randomFrom(seed * 7 + index)
        const perMinute = canaryPerMinute / share
        return withdrawnAlways({ random, share, canary: 1, stable: 0.002, perMinute })
      })
      const mounts = Math.max(...results.map((each) => each.mounts))
      const seconds = Math.max(...results.map((each) => each.seconds))
      context.diagnostic(
        `${share * 100} % with ${canaryPerMinute} mounts a minute: withdrawn after at most ${mounts} mounts, ${seconds} s`,
      )
      assert.ok(mounts <= 20, `${mounts} mounts`)
      if (canaryPerMinute >= 18) assert.ok(seconds <= 60, `${seconds} s`)
    }
  }
})

test('a canary that fails in 5 % of its mounts beside a sound version is withdrawn within 300 of them in at least 99 of 100 rollouts', (context) => {
  for (const stable of [0, 0.0005, 0.001]) {
    let found = 0
    for (let seed = 0; seed < rollouts; seed += 1) {
      const traffic = { random: randomFrom(seed), share: 0, canary: 0.05, stable, perMinute: 40 }
      const after = withdrawnAfter(traffic, steps, minAttemptsPerShare)
      if (after !== null && after <= 300) found += 1
    }
    context.diagnostic(`stable ${stable * 100} %: ${found} of ${rollouts} withdrawn within 300 mounts`)
    assert.ok(
      found >= rollouts * 0.99,
      `${found} of ${rollouts} with ${stable * 100} % failures of the stable version`,
    )
  }
})

test('identical versions are withdrawn in at most 1 of 100 whole rollouts, also when both fail often', (context) => {
  for (const rate of [0.001, 0.01, 0.05, 0.3]) {
    let wrong = 0
    for (let seed = 0; seed < rollouts; seed += 1) {
      const traffic = {
        random: randomFrom(seed + 1_000),
        share: 0,
        canary: rate,
        stable: rate,
        perMinute: 40,
      }
      if (withdrawnAfter(traffic, steps, 300) !== null) wrong += 1
    }
    context.diagnostic(`both ${rate * 100} %: ${wrong} of ${rollouts} withdrawn`)
    assert.ok(wrong <= rollouts * 0.01, `${wrong} of ${rollouts} with ${rate * 100} % failures`)
  }
})

test('an outage that hits both versions alike is no evidence against the canary', () => {
  const calm = { canary: { attempts: 5, failures: 0 }, stable: { attempts: 95, failures: 0 } }
  const outage = { canary: { attempts: 5, failures: 5 }, stable: { attempts: 95, failures: 95 } }
  assert.ok(failureEvidence([calm, outage, outage, calm]) < 1)
})

test('a single failure is not enough, and without stable mounts only a canary that never works is withdrawn', () => {
  const rare = { canary: { attempts: 1, failures: 1 }, stable: { attempts: 100_000, failures: 0 } }
  assert.equal(failsMoreOften([rare]), false)
  const alone = (attempts: number, failures: number) => ({
    canary: { attempts, failures },
    stable: { attempts: 0, failures: 0 },
  })
  assert.equal(failsMoreOften([alone(12, 12)]), true)
  assert.equal(failsMoreOften([alone(13, 12)]), false)
  assert.equal(failsMoreOften([]), false)
})
