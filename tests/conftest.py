"""What all tests share: the hypothesis profiles.

On a developer's machine hypothesis looks for new examples in every run. In CI it plays the same
ones each time, so that a red run is red again when repeated.
"""

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # as scripts.cli does

from hypothesis import HealthCheck, settings

settings.register_profile("dev", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile(
    "ci", settings.get_profile("dev"), derandomize=True, database=None, print_blob=True
)
settings.load_profile("ci" if os.environ.get("CI") else "dev")
