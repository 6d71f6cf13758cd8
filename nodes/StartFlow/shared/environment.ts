/** One of a customer's environments, as the credential stores it. */
export type Environment = 'production' | 'qa';

/** Its name for people. */
export function labelEnvironment(environment: Environment): 'Production' | 'QA' {
	return environment === 'qa' ? 'QA' : 'Production';
}
