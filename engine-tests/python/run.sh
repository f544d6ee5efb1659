#!/usr/bin/env bash
# Builds the module for Python as a wheel, installs it into an environment of its own in cargo's target folder, and runs its tests.
# Usage: engine-tests/python/run.sh [ARGUMENT OF PYTEST...], or engine-tests/python/run.sh --install   (only makes the environment)
# PYTHON names the interpreter, 3.11 or newer. KHEPRI_PYTHON_PROFILE=release builds a release. KHEPRI_PYTHON_MODULE names the library of
# src/python if cargo has built it already: then no wheel is built.
set -euo pipefail
cd "$(dirname "$0")/../.."
export CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-$PWD/target}
[[ $CARGO_TARGET_DIR == /* ]] || CARGO_TARGET_DIR=$PWD/$CARGO_TARGET_DIR
environment=$CARGO_TARGET_DIR/python

skip() { # REASON
    echo "skipped: $1"
    # What .ci/setup installs must be there.
    [[ ${KHEPRI_CI:-} == 1 ]] && exit 1
    exit 0
}

# Prints an interpreter that is new enough.
interpreter() {
    local name
    for name in ${PYTHON:-} python3.11 python3 python3.12 python3.13 python3.14; do
        if "$name" -c 'import sys, ensurepip; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
            echo "$name"
            return
        fi
    done
    return 1
}

if [[ ${1:-} == --install ]]; then
    if ! cmp -s engine-tests/python/requirements.txt "$environment/requirements.txt"; then
        python=$(interpreter) || skip 'there is no Python 3.11 with ensurepip'
        rm -rf "$environment"
        "$python" -m venv "$environment"
        "$environment/bin/pip" install --quiet --disable-pip-version-check --requirement engine-tests/python/requirements.txt
        cp engine-tests/python/requirements.txt "$environment"
    fi
    exit
fi

[[ -e $environment/requirements.txt ]] || skip "there is no $environment: engine-tests/python/run.sh --install makes it"
export VIRTUAL_ENV=$environment PATH=$environment/bin:$PATH

install_wheel() {
    local wheels engine=profile.dev.package.khepri-engine
    wheels=$(mktemp -d "$CARGO_TARGET_DIR/wheel.XXXXXX")
    trap "rm -rf '$wheels'" EXIT
    # No other build has the same features of all dependencies, so all packages are compiled here, with less effort: the tests search little.
    maturin build --quiet --locked --profile "${KHEPRI_PYTHON_PROFILE:-dev}" --config profile.dev.package.khepri-rules.opt-level=1 \
        --config "$engine.opt-level=1" --config "$engine.debug-assertions=false" --config "$engine.overflow-checks=false" \
        --manifest-path src/python/Cargo.toml --out "$wheels"
    pip install --quiet --disable-pip-version-check --no-index --no-deps --force-reinstall "$wheels"/*.whl
}

# Puts the files where the wheel would put them.
install_module() { # LIBRARY
    local folder
    folder=$(python -c 'import sysconfig; print(sysconfig.get_path("platlib"))')/khepri
    rm -rf "$folder"
    cp -r src/python/khepri "$folder"
    cp "$1" "$folder/_khepri.abi3.so"
}

if [[ -n ${KHEPRI_PYTHON_MODULE:-} ]]; then install_module "$KHEPRI_PYTHON_MODULE"; else install_wheel; fi
# Nothing is written into the checkout.
export PYTHONDONTWRITEBYTECODE=1 HYPOTHESIS_STORAGE_DIRECTORY=$CARGO_TARGET_DIR/hypothesis
python -m pytest --quiet -p no:cacheprovider engine-tests/python "$@"
