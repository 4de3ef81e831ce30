import { chaos } from '../../support/chaos.ts'

chaos('hang')
